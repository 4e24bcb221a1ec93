package dev.parley.session.listen;

import java.util.List;

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
        String words = stopWords.isEmpty() ? "" : " " + plain(text) + " ";
        return stopWords.stream().anyMatch(stop -> words.contains(" " + stop + " "));
    }

    /** Whether these words are nothing but backchannels. */
    public boolean isBackchannel(String text) {
        String words = backchannels.isEmpty() ? "" : plain(text) + " ";
        int at = 0;
        while (at + 1 < words.length()) {
            int from = at;
            int taken = backchannels.stream()
                    .filter(each -> words.startsWith(each + " ", from))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (taken == 0) {
                return false;
            }
            at += taken + 1;
        }
        return at > 0;
    }

    /** Letters and numbers in small letters, with one blank for whatever stands between them, in one pass over the text. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        boolean apart = false;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int each = text.codePointAt(at);
            if (Character.isLetter(each) || isNumber(each)) {
                if (apart && !plain.isEmpty()) {
                    plain.append(' ');
                }
                plain.appendCodePoint(Character.toLowerCase(each));
                apart = false;
            } else {
                apart |= each != '\'' && each != '\u2019';
            }
        }
        return plain.toString();
    }

    private static boolean isNumber(int each) {
        int type = Character.getType(each);
        return type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER;
    }
}
