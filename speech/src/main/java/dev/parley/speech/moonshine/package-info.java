/**
 * Moonshine, a network that writes down any English sentence: an encoder for the sound and a decoder that adds one piece of a word after
 * the other. Samples enter, a sentence leaves with how sure the network was of its pieces.
 */
@NullMarked
package dev.parley.speech.moonshine;

import org.jspecify.annotations.NullMarked;
