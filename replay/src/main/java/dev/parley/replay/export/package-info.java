/**
 * One conversation in one file, as {@code log export} writes it.
 *
 * <p>Lines that were parsed enter, runes leave, or the first line that no log would hold. On the caller's thread. Nothing
 * here may ever decide anything, and nothing but the file is ever looked at.
 */
@NullMarked
package dev.parley.replay.export;

import org.jspecify.annotations.NullMarked;
