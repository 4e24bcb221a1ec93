/**
 * Voices for tests and first steps, where no real one is wanted: a tone that speaks, a script that understands, and a level
 * that hears.
 *
 * <p>Frames and requests enter, events leave, at once and on the caller's thread: none of them waits for anything, and time is
 * counted in samples. They may never look at a clock.
 */
@NullMarked
package dev.parley.provider.standin;

import org.jspecify.annotations.NullMarked;
