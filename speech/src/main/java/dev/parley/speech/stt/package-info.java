/**
 * Listens to one utterance at a time. Frames enter; what seems to have been said leaves as partial results while somebody speaks, and
 * what was said once when they have finished. Who finds the words is a {@link dev.parley.speech.stt.Transcriber}.
 */
@NullMarked
package dev.parley.speech.stt;

import org.jspecify.annotations.NullMarked;
