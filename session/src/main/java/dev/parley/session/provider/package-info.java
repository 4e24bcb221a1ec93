/**
 * Calls to speech, language and voice providers, and what happens when one of them fails.
 *
 * <p>Requests enter from the loop and answers as events; both on the loop's thread. An answer to a call that was
 * cancelled or has failed may never reach a turn: it is recorded as late and dropped.
 */
@NullMarked
package dev.parley.session.provider;

import org.jspecify.annotations.NullMarked;
