/** Tests of the voice that speaks. */
@NullMarked
package dev.parley.speech.tts;

import org.jspecify.annotations.NullMarked;
