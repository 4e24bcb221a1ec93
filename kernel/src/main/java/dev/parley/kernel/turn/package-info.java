/**
 * The one turn machine (ruling D1): proposed, opened, ended exactly once, closed.
 *
 * <p>Signals enter, the next turn state leaves. Pure. A turn may never have two terminal outcomes, and one that was never
 * opened has none.
 */
@NullMarked
package dev.parley.kernel.turn;

import org.jspecify.annotations.NullMarked;
