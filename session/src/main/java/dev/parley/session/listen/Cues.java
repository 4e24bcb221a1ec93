package dev.parley.session.listen;

import java.util.List;
import java.util.Locale;

/**
 * Words that mean something whatever they are said about: words that stop everything, and words by which a listener only
 * shows that they listen. Case and punctuation do not matter.
 */
public record Cues(List<String> stopWords, List<String> backchannels) {
    public static final Cues NONE = new Cues(List.of(), List.of());

    public Cues {
        stopWords = stopWords.stream().map(Cues::plain).toList();
        backchannels = backchannels.stream().map(Cues::plain).toList();
    }

    /** Whether a stop word is among these words. */
    public boolean stops(String text) {
        String words = " " + plain(text) + " ";
        return stopWords.stream().anyMatch(stop -> words.contains(" " + stop + " "));
    }

    /** Whether these words are nothing but backchannels. */
    public boolean isBackchannel(String text) {
        String rest = backchannels.isEmpty() ? "" : plain(text);
        boolean some = !rest.isEmpty();
        while (!rest.isEmpty()) {
            String words = rest + " ";
            int taken = backchannels.stream()
                    .filter(each -> words.startsWith(each + " "))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (taken == 0) {
                return false;
            }
            rest = rest.substring(taken).strip();
        }
        return some;
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("['\u2019]", "")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip();
    }
}
