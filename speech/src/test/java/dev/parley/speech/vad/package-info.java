/** Tests of the voice detector. */
@NullMarked
package dev.parley.speech.vad;

import org.jspecify.annotations.NullMarked;
