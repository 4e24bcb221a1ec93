/**
 * Who may speak, who may stop it, and whose accessibility override stands above all agents (stream model 2.9).
 *
 * <p>Requests about streams and sessions enter by a {@link dev.parley.kernel.Registrar} of the {@link StreamRoom}, verdicts
 * leave. Everything is pure and runs on the caller's thread, in a conversation on its loop. An override may never end
 * without an attested act of its user or the attested end of its session.
 */
@NullMarked
package dev.parley.kernel.stream;

import org.jspecify.annotations.NullMarked;
