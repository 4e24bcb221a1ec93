/**
 * Measures the voice with speech that is made here: FreeTTS, and flite and espeak-ng where they are installed. No audio is shipped.
 */
@NullMarked
package dev.parley.bench.speech;

import org.jspecify.annotations.NullMarked;
