/**
 * Tells voices from silence. Frames enter, the beginning and the end of every voice leave; a frame is judged by libfvad, or by its
 * energy where that library does not run.
 */
@NullMarked
package dev.parley.speech.vad;

import org.jspecify.annotations.NullMarked;
