package dev.parley.speech.stt;

import java.util.List;

/**
 * What was understood of some sound.
 *
 * @param text the sentence that fits best, empty for none
 * @param sure whether it fits well enough to act on
 * @param words where its words lie; empty where that is not known
 */
public record Understood(String text, boolean sure, int confidencePermille, List<HeardWord> words) {
    public static final Understood NOTHING = new Understood("", false, 0, List.of());

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
