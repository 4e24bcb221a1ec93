/** Tests of the voice detector. */
@NullMarked
package dev.parley.speech.moonshine;

import org.jspecify.annotations.NullMarked;
