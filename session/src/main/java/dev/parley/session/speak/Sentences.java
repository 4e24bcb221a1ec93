package dev.parley.session.speak;

import java.util.ArrayList;
import java.util.List;

/** Cuts a text where sentences end: after a full stop, an exclamation or question mark, before a blank. */
public final class Sentences {
    private static final String ENDS = ".!?\u2026";

    private Sentences() {}

    public static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            boolean last = at + 1 == text.length();
            boolean ends = ENDS.indexOf(text.charAt(at)) >= 0 && (last || Character.isWhitespace(text.charAt(at + 1)));
            if (ends || last) {
                String sentence = text.substring(from, at + 1).strip();
                from = at + 1;
                if (!sentence.isEmpty()) {
                    sentences.add(sentence);
                }
            }
        }
        return sentences;
    }
}
