/**
 * Asking the model, once per round of a turn, and ahead of the turn where that is switched on.
 *
 * <p>Questions enter, replies leave. On the loop's thread. Work done ahead may never become visible if the words turn
 * out different.
 */
@NullMarked
package dev.parley.session.think;

import org.jspecify.annotations.NullMarked;
