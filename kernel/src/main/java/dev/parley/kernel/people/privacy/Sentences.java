package dev.parley.kernel.people.privacy;

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

    /**
     * Where the first sentence from this place on ends, in a text that is still being written; -1 while it may go on. A full
     * stop with nothing behind it yet ends a sentence, unless a number or an abbreviation may go on after it.
     */
    public static int endIn(CharSequence text, int from) {
        for (int at = from; at < text.length(); at++) {
            if (ENDS.indexOf(text.charAt(at)) >= 0) {
                boolean last = at + 1 == text.length();
                if (last ? !mayGoOn(text, from, at) : Character.isWhitespace(text.charAt(at + 1))) {
                    return at + 1;
                }
            }
        }
        return -1;
    }

    /** After a digit or a single letter a full stop says little: 3.50, e.g., a.m. */
    private static boolean mayGoOn(CharSequence text, int from, int at) {
        if (text.charAt(at) != '.' || at == from) {
            return false;
        }
        char before = text.charAt(at - 1);
        boolean alone = at - 1 == from || !Character.isLetterOrDigit(text.charAt(at - 2));
        return Character.isDigit(before) || (Character.isLetter(before) && alone);
    }
}
