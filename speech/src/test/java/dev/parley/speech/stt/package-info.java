/** Tests of the voice detector. */
@NullMarked
package dev.parley.speech.stt;

import org.jspecify.annotations.NullMarked;
