/**
 * Who has the floor: opening, interrupting, ending turns, and the clocks that end a turn which does not end itself.
 *
 * <p>What was heard, stopped or lost enters; turn signals, each decided by the turn machine (ruling D1), leave. On the
 * loop's thread. Two turns may never be open at once, and an opened turn may never have two ends or none.
 */
@NullMarked
package dev.parley.session.turn;

import org.jspecify.annotations.NullMarked;
