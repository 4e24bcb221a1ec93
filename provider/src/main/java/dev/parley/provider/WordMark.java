package dev.parley.provider;

/** Where one word lies on the media timeline of its call. */
public record WordMark(String word, long fromMs, long toMs) {
    public WordMark {
        if (fromMs < 0 || toMs < fromMs) {
            throw new IllegalArgumentException("a word does not end before it begins");
        }
    }
}
