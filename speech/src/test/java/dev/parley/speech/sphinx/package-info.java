/** Tests of the recogniser. */
@NullMarked
package dev.parley.speech.sphinx;

import org.jspecify.annotations.NullMarked;
