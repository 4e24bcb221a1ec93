/**
 * Judges by the sound of what somebody said whether they have finished. The last eight seconds enter, one score leaves.
 */
@NullMarked
package dev.parley.speech.turn;

import org.jspecify.annotations.NullMarked;
