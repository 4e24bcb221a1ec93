package dev.parley.session.settings;

import java.util.List;

/**
 * Words that mean something whatever they are said about: words that stop everything, and words by which a listener only
 * shows that they listen. Case and punctuation do not matter.
 */
public record Cues(List<String> stopWords, List<String> backchannels) {
    /** No more characters than this are looked through. */
    private static final int CHARS_MAX = 500;

    /** Stands between two ends, so that no cue is put together from both. */
    private static final String SEAM = " 0 ";

    public static final Cues NONE = new Cues(List.of(), List.of());

    public Cues {
        stopWords = stopWords.stream().map(Cues::plain).toList();
        backchannels = backchannels.stream().map(Cues::plain).toList();
    }

    /** Whether a stop word is among these words; in a long text, at its begin or at its end. */
    public boolean stops(String text) {
        String words = stopWords.isEmpty() ? "" : " " + plain(ends(text)) + " ";
        return stopWords.stream().anyMatch(stop -> words.contains(" " + stop + " "));
    }

    /** Whether these words are nothing but backchannels. */
    public boolean isBackchannel(String text) {
        String words = backchannels.isEmpty() || text.length() > CHARS_MAX ? "" : plain(text) + " ";
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

    /** The whole words at both ends of a long text: these are looked for where the conversation runs, and nobody waits for more. */
    private static String ends(String text) {
        int half = CHARS_MAX / 2;
        return text.length() <= CHARS_MAX
                ? text
                : text.substring(0, text.lastIndexOf(' ', half) + 1)
                        + SEAM
                        + text.substring(Math.max(text.indexOf(' ', text.length() - half), text.length() - half));
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
