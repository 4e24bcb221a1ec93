package dev.parley.speech.stt;

import java.util.List;

/**
 * What was understood of some sound.
 *
 * @param text the sentence that fits best, empty for none
 * @param sure whether it fits well enough to act on
 * @param words where its words lie; empty where that is not known
 * @param whole whether it is a whole sentence for certain, so that nothing need follow
 * @param nearest where it is not sure: what fits as well as the best, that among it
 */
public record Understood(
        String text, boolean sure, int confidencePermille, List<HeardWord> words, boolean whole, List<String> nearest) {
    public static final Understood NOTHING = new Understood("", false, 0, List.of());

    /** What may go on. */
    public Understood(String text, boolean sure, int confidencePermille, List<HeardWord> words) {
        this(text, sure, confidencePermille, words, false, List.of());
    }

    /** What nobody can be sure of, beside what it may have been. */
    public static Understood unsure(String text, int confidencePermille, List<HeardWord> words, List<String> nearest) {
        return new Understood(text, false, confidencePermille, words, false, nearest);
    }

    /** The same, as a sentence that is known to its last word. */
    Understood asWhole() {
        return new Understood(text, sure, confidencePermille, words, true, nearest);
    }

    public Understood {
        words = List.copyOf(words);
        nearest = List.copyOf(nearest);
    }

    /**
     * A word and where it lies, in milliseconds from the beginning of the sound.
     *
     * @param confidencePermille how well it fits by itself
     */
    public record HeardWord(String text, long fromMs, long toMs, int confidencePermille) {}
}
