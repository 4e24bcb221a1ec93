/**
 * The line to the person: connected, reconnecting, disconnected, ended; quiet, muted, stalled (pipeline item 32).
 *
 * <p>Transport facts enter, normalised states and signals leave. On the loop's thread. What a person says while nothing
 * reaches us may never be guessed.
 */
@NullMarked
package dev.parley.session.connect;

import org.jspecify.annotations.NullMarked;
