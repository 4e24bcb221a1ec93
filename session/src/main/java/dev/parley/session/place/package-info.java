/**
 * Where a session runs and by what right: leases and decisions of the authority enter, the answer whether something may
 * come in or go out leaves, and runes about it.
 *
 * <p>A standing belongs to one loop; the fence and the log of placements are shared by all runtimes of a process and may be
 * called from any thread. Nothing may be said, done or recorded under an epoch that is not the newest (ruling D7), and a
 * runtime may never give itself one.
 */
@NullMarked
package dev.parley.session.place;

import org.jspecify.annotations.NullMarked;
