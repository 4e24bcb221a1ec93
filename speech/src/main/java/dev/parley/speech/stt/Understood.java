package dev.parley.speech.stt;

import java.util.List;

/**
 * What was understood of some sound.
 *
 * @param text the sentence that fits best, empty for none
 * @param sure whether it fits well enough to act on
 * @param words where its words lie; empty where that is not known
 * @param whole whether it is a whole sentence for certain, so that nothing need follow
 */
public record Understood(String text, boolean sure, int confidencePermille, List<HeardWord> words, boolean whole) {
    public static final Understood NOTHING = new Understood("", false, 0, List.of());

    /** What may go on. */
    public Understood(String text, boolean sure, int confidencePermille, List<HeardWord> words) {
        this(text, sure, confidencePermille, words, false);
    }

    /** The same, as a sentence that is known to its last word. */
    Understood asWhole() {
        return new Understood(text, sure, confidencePermille, words, true);
    }

    public Understood {
        words = List.copyOf(words);
    }

    /**
     * A word and where it lies, in milliseconds from the beginning of the sound.
     *
     * @param confidencePermille how well it fits by itself
     */
    public record HeardWord(String text, long fromMs, long toMs, int confidencePermille) {}
}
