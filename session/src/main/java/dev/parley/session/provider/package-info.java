/**
 * Calls to speech, language and voice providers, as the conversation makes and records them.
 *
 * <p>Requests enter from the loop and reports as events; both on the loop's thread. What comes of a call that was cancelled
 * or has failed may never reach a turn: it is recorded as late and dropped. Every call leaves its outcome and its latency.
 */
@NullMarked
package dev.parley.session.provider;

import org.jspecify.annotations.NullMarked;
