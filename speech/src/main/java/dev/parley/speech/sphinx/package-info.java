/**
 * Recognises spoken commands with the acoustic model of CMU Sphinx: samples become cepstra, cepstra are scored by the model, and
 * a search finds the sentence of a list of phrases that fits best, or that none does.
 *
 * <p>Samples enter, sentences with a confidence for every word leave. The model and the phrases are shared and never change; what one
 * utterance needs belongs to its search.
 */
@NullMarked
package dev.parley.speech.sphinx;

import org.jspecify.annotations.NullMarked;
