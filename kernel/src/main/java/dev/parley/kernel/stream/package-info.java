/**
 * Who may speak, who may stop it, and whose accessibility override stands above all agents (stream model 2.9).
 *
 * <p>Requests about streams and sessions enter, verdicts leave. Everything is pure and runs on the caller's thread;
 * only {@link AudioRegistrar} may be shared, and it lets one request in at a time. An override
 * may never end without an attested act of its user or the attested end of its session.
 */
@NullMarked
package dev.parley.kernel.stream;

import org.jspecify.annotations.NullMarked;
