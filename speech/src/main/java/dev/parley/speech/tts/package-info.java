/**
 * Speaks. Text enters, is read into words and clauses, and leaves as sound, clause by clause, with the place of every word.
 *
 * <p>The voice is FreeTTS's. It is loaded when it first speaks and shared by all conversations.
 */
@NullMarked
package dev.parley.speech.tts;

import org.jspecify.annotations.NullMarked;
