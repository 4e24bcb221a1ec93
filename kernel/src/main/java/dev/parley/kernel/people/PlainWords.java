package dev.parley.kernel.people;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a person said as plain words, and what else is in it: the scan by which answers and statements are told from what only
 * looks like them. A text is read once from left to right.
 *
 * @param all the words in lower case without marks; none of a long text
 * @param asks whether a question mark of any script is in it
 * @param clean whether it has nothing but Latin letters, spaces, marks that tell nothing and signs that agree
 * @param signs whether a sign is in it that does not agree
 * @param agrees whether a sign is in it that agrees
 */
public record PlainWords(List<String> all, boolean asks, boolean clean, boolean signs, boolean agrees) {
    /** A longer text has no words here. */
    private static final int CHARS_MAX = 500;

    /** Punctuation that tells nothing: points, commas and exclamation and quotation marks of several scripts. */
    private static final String MARKS =
            ".,!\"'\u2018\u2019\u201C\u201D\u201E\u201F\u00AB\u00BB\u2039\u203A\u02BC\uFF07\uFF02\u300C\u300D\u300E\u300F"
                    + "\u3002\u3001\uFF0C\uFF01\uFF61\uFF64\u060C\u06D4\u0964\u0965\u0589\u055C\u00A1\u203C\u1362\u104A\u104B";

    /** Full stops. Two of them in a row are no end: the sentence trails off. */
    private static final String STOPS = ".\u3002\uFF61\u06D4\u0964\u0589\u1362";

    /** They may stand before the first word of a sentence. */
    private static final String OPENING =
            "\"'\u2018\u2019\u201C\u201D\u201E\u201F\u00AB\u00BB\u2039\u203A\u02BC\uFF07\uFF02\u300C\u300D\u300E\u300F\u00A1";

    /** They join the letters beside them. */
    private static final String APOSTROPHES = "'\u2019\u02BC\uFF07";

    private static final String DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\uFF0D";

    /** Question marks of all scripts; in Greek that is the semicolon. */
    private static final String ASKS =
            "?;\u00BF\u037E\u055E\u061F\u1367\u1945\u203D\u2047\u2048\u2049\u225F\u2370\u2753\u2754\u2CFA\u2CFB\u2E18\u2E2E\u2E54"
                    + "\uA60F\uA6F7\uFE16\uFE56\uFF1F\uFF1B\uD804\uDD43\uD83A\uDD5F\uD83E\uDFC4";

    private static final int[] AGREEING_SIGNS = {
        0x1F44D, 0x1F44C, 0x2705, 0x2714, 0x1F642, 0x1F60A, 0x1F600, 0x1F64F, 0x1F3FB, 0x1F3FC, 0x1F3FD, 0x1F3FE,
        0x1F3FF
    };

    private static final int EMOJI_STYLE = 0xFE0F;

    private static final Pattern SPACES = Pattern.compile(" +");
    private static final PlainWords TOO_MANY = new PlainWords(List.of(), false, false, false, false);

    public PlainWords {
        all = List.copyOf(all);
    }

    public static PlainWords of(String text) {
        return text.length() > CHARS_MAX ? TOO_MANY : new Scan(text).words();
    }

    /** Whether a question mark of any script is in a text of any length. */
    public static boolean asks(String text) {
        return text.codePoints().anyMatch(c -> ASKS.indexOf(c) >= 0);
    }

    /** The words with one space between. */
    public String joined() {
        return String.join(" ", all);
    }

    String first() {
        return at(0);
    }

    String at(int index) {
        return index < all.size() ? all.get(index) : "";
    }

    int size() {
        return all.size();
    }

    /** One pass over a text. */
    private static final class Scan {
        private final String text;
        private final StringBuilder plain = new StringBuilder();
        private boolean asks;
        private boolean clean = true;
        private boolean signs;
        private boolean agrees;
        private boolean begun;
        /** Whether a full stop is behind the last word. */
        private boolean stopped;

        Scan(String text) {
            this.text = text;
        }

        PlainWords words() {
            int previous = 0;
            for (int i = 0; i < text.length(); ) {
                int c = text.codePointAt(i);
                take(c, previous);
                previous = c;
                i += Character.charCount(c);
            }
            clean &= DASHES.indexOf(previous) < 0;
            String read = isAscii(plain) ? plain.toString() : LookAlikes.plain(plain.toString());
            String stripped = read.strip();
            List<String> words = stripped.isEmpty() ? List.of() : List.of(SPACES.split(stripped));
            return new PlainWords(words, asks, clean, signs, agrees);
        }

        private void take(int c, int previous) {
            if (Character.isLetterOrDigit(c)) {
                stopped = false;
                begun = true;
            }
            if (c >= 'a' && c <= 'z') {
                plain.append((char) c);
            } else if (c >= 'A' && c <= 'Z') {
                plain.append((char) (c - 'A' + 'a'));
            } else if (ASKS.indexOf(c) >= 0) {
                asks = true;
                plain.append(' ');
            } else if (Character.isWhitespace(c) || Character.isSpaceChar(c) || DASHES.indexOf(c) >= 0) {
                plain.append(' ');
            } else if (MARKS.indexOf(c) >= 0) {
                boolean stops = STOPS.indexOf(c) >= 0;
                clean &= (!stops || !stopped) && (OPENING.indexOf(c) >= 0 || begun);
                stopped |= stops;
                plain.append(APOSTROPHES.indexOf(c) >= 0 ? "" : " ");
            } else {
                other(c, previous);
            }
        }

        private void other(int c, int previous) {
            if (isAgreeing(c) || (c == EMOJI_STYLE && isAgreeing(previous))) {
                agrees = true;
                plain.append(' ');
                return;
            }
            clean = false;
            switch (Character.getType(c)) {
                case Character.OTHER_SYMBOL, Character.MODIFIER_SYMBOL -> {
                    signs = true;
                    plain.append(' ');
                }
                case Character.FORMAT, Character.CONTROL, Character.SURROGATE -> signs |= c == 0x200D;
                case Character.NON_SPACING_MARK -> signs |= c == EMOJI_STYLE;
                default -> {
                    if (Character.isLetterOrDigit(c)) {
                        plain.appendCodePoint(c);
                    } else {
                        plain.append(' ');
                    }
                }
            }
        }

        private static boolean isAscii(CharSequence text) {
            return text.chars().allMatch(c -> c < 0x80);
        }

        private static boolean isAgreeing(int c) {
            for (int sign : AGREEING_SIGNS) {
                if (sign == c) {
                    return true;
                }
            }
            return false;
        }
    }
}
