/**
 * The neural voice Hibari. Words become sounds by a lexicon, and by a small network where that lacks them; a network gives the spectrum of
 * every 12.5 ms of them, and that becomes a wave.
 */
@NullMarked
package dev.parley.speech.hibari;

import org.jspecify.annotations.NullMarked;
