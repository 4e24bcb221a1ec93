/** Tests of the voice detector. */
@NullMarked
package dev.parley.speech.hibari;

import org.jspecify.annotations.NullMarked;
