package dev.parley.session.tool;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Writes a text so that a reader sees exactly what it is. What a reader takes for itself stands between quotation marks; a
 * line break, a character that cannot be seen, one that looks like another, and a blank that could be overlooked are named
 * outside of them. The text can be read back, so that two different texts are never written alike.
 *
 * <p>An exact text is a quoted part, or several with names between them: {@code "a" line break "b"}. In a quoted part a
 * backslash stands before a quotation mark and before a backslash.
 */
final class ExactText {
    /** Scripts whose letters are shown as they are; letters of all others are named. */
    private static final Set<UnicodeScript> SHOWN = EnumSet.of(
            UnicodeScript.LATIN,
            UnicodeScript.CYRILLIC,
            UnicodeScript.GREEK,
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.HANGUL,
            UnicodeScript.ARABIC,
            UnicodeScript.HEBREW,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.GUJARATI,
            UnicodeScript.GURMUKHI,
            UnicodeScript.TAMIL,
            UnicodeScript.TELUGU,
            UnicodeScript.KANNADA,
            UnicodeScript.MALAYALAM,
            UnicodeScript.SINHALA,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR,
            UnicodeScript.GEORGIAN,
            UnicodeScript.ETHIOPIC);

    /** They are written together in one word. */
    private static final Set<UnicodeScript> EAST_ASIAN =
            EnumSet.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);

    /** Punctuation and signs beyond ASCII that look like nothing else. */
    private static final String SIGNS =
            "\u00BF\u00A7\u00B0\u00B1\u00F7\u20AC\u00A3\u00A5\u00A2\u00A9\u00AE\u00B6\u3001\u3002\u060C\u061F\u3005";

    /** The letters beyond Latin-1 that are shown. Of letters that look alike none is shown, or one alone. */
    private static final String LATIN =
            "\u0104\u0105\u0106\u0107\u010C\u010D\u010E\u010F\u0111\u0118\u0119\u011A\u011B\u011E\u011F"
                    + "\u0141\u0142\u0143\u0144\u0147\u0148\u0150\u0151\u0152\u0153\u0158\u0159\u015A\u015B\u015E\u015F\u0160\u0161\u0164\u0165"
                    + "\u016E\u016F\u0170\u0171\u0179\u017A\u017B\u017C\u017D\u017E";

    private static final int ETH = 0xD0;

    /** Cyrillic letters of today's alphabets beyond the Russian one. */
    private static final String CYRILLIC = "\u0401\u0451\u0404\u0454\u0406\u0456\u0407\u0457\u040E\u045E\u0490\u0491";

    /** Persian letters that look like no Arabic one. */
    private static final String PERSIAN = "\u067E\u0686\u0698\u06AF";

    /** Cyrillic and Greek letters that no other alphabet has: a word with one of them is taken for what it is. */
    private static final String TELLING =
            "\u0434\u0436\u0438\u0439\u043B\u0446\u0447\u0448\u0449\u044A\u044B\u044D\u044E\u044F"
                    + "\u0414\u0416\u0418\u0419\u0426\u0427\u0428\u0429\u042A\u042B\u042D\u042E\u042F"
                    + "\u03B4\u03B8\u03BB\u03BE\u03C8\u03C3\u03C2\u03B6\u0394\u0398\u039E\u03A8\u03A9\u03A3";

    /** Letters of Katakana, Hiragana and Han that look like one of another of these scripts. */
    private static final String EAST_ASIAN_ALIKE = "\u30D8\u30D9\u30DA\u3078\u3079\u307A\u30EA\u308A"
            + "\u30ED\u53E3\u56D7\u30AB\u529B\u30A8\u5DE5\u30CB\u4E8C\u30C8\u535C\u30BF\u5915\u30C1\u5343\u30CF\u516B\u30DF\u4E09"
            + "\u30AA\u624D\u30CC\u53C8\u30E0\u53B6\u30E1\u4E42\u30CE\u4E3F\u30A4\u4EBB\u30BB\u4E03\u30AF\u4E45\u30B1\u30F1\u4E00\u30B5\u30E8\u30E6\u30A2";

    /** A dot between words; letters and marks that are not seen or look like others. */
    private static final String DECEIVING =
            "\u0131\u0138\u01C0\u01C1\u01C2\u01C3\u17B4\u17B5\u180B\u180C\u180D\u180F\u0640\u30FB\u02BC";
    /** The sign of a long vowel, which looks like a dash: shown behind Katakana alone. */
    private static final int LONG_VOWEL = 0x30FC;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final int[] text;
    private final boolean[] named;

    private ExactText(String text) {
        this.text = text.codePoints().toArray();
        this.named = new boolean[this.text.length];
    }

    /** The text as it is seen, with names for what is not. */
    static String of(String text) {
        ExactText exact = new ExactText(text);
        exact.look(text);
        return exact.written();
    }

    /** Whether a reader sees the whole text as it is, so that nothing of it would have to be named. */
    static boolean isSeen(String text) {
        ExactText exact = new ExactText(text);
        exact.look(text);
        for (boolean each : exact.named) {
            if (each) {
                return false;
            }
        }
        return true;
    }

    private void look(String whole) {
        boolean composed = isAscii() || Normalizer.isNormalized(whole, Normalizer.Form.NFC);
        for (int i = 0; i < text.length; i++) {
            named[i] = text[i] == ' ' ? isOverlooked(i) : !isSeen(text[i]) || isLooseMark(i, composed);
        }
        if (!isAscii()) {
            lookAtWords();
        }
        for (int i = 1; i < text.length - 1; i++) {
            named[i] |= text[i] == ' ' && (named[i - 1] || named[i + 1]);
        }
    }

    private void lookAtWords() {
        boolean latin = has(UnicodeScript.LATIN);
        boolean digits = contains(c -> c >= '0' && c <= '9');
        for (int from = 0; from < text.length; from++) {
            int to = from;
            while (to < text.length && isOfWord(text[to])) {
                to++;
            }
            if (to > from) {
                lookAtWord(from, to);
                from = to;
            }
        }
        for (int i = 0; i < text.length; i++) {
            named[i] |= (latin || digits) && isRightToLeft(text[i]);
        }
    }

    private boolean isAscii() {
        return !contains(c -> c >= 0x80);
    }

    private boolean has(UnicodeScript script) {
        return contains(c -> Character.isLetter(c) && UnicodeScript.of(c) == script);
    }

    private boolean contains(IntPredicate wanted) {
        for (int each : text) {
            if (wanted.test(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfWord(int c) {
        return Character.isLetterOrDigit(c) || isMark(c);
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }

    private static boolean isRightToLeft(int c) {
        return switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT, Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC -> true;
            default -> false;
        };
    }

    /** A blank at an end or beside another one. */
    private boolean isOverlooked(int i) {
        return i == 0 || i == text.length - 1 || text[i - 1] == ' ' || text[i + 1] == ' ';
    }

    /** A mark that makes another letter of the one before it in one of several ways, or stands on a foreign one. */
    private boolean isLooseMark(int i, boolean composed) {
        if (!isMark(text[i])) {
            return false;
        }
        UnicodeScript script = UnicodeScript.of(text[i]);
        return !composed || script == UnicodeScript.INHERITED || i == 0 || UnicodeScript.of(text[i - 1]) != script;
    }

    /** Whether a character by itself is taken for what it is. */
    private static boolean isSeen(int c) {
        if (c < 0x80) {
            return c > ' ' && c < 0x7F;
        }
        if (SIGNS.indexOf(c) >= 0 || c == LONG_VOWEL) {
            return true;
        }
        if (DECEIVING.indexOf(c) >= 0 || !Normalizer.isNormalized(Character.toString(c), Normalizer.Form.NFKC)) {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.OTHER_LETTER -> isShownLetter(c);
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> SHOWN.contains(UnicodeScript.of(c));
            case Character.OTHER_SYMBOL -> c >= 0x1F300 && Character.isEmojiPresentation(c);
            default -> false;
        };
    }

    /** Whether a letter is of the common ones of its script. */
    private static boolean isShownLetter(int c) {
        UnicodeScript script = UnicodeScript.of(c);
        return switch (script) {
            case LATIN -> (c <= 0xFF && c != ETH) || LATIN.indexOf(c) >= 0;
            case GREEK -> c >= 0x386 && c <= 0x3CE;
            case CYRILLIC -> (c >= 0x410 && c <= 0x44F) || CYRILLIC.indexOf(c) >= 0;
            case ARABIC -> (c >= 0x621 && c <= 0x63A) || (c >= 0x641 && c <= 0x64A) || PERSIAN.indexOf(c) >= 0;
            case HANGUL -> c >= 0xAC00 && c <= 0xD7A3;
            default -> SHOWN.contains(script);
        };
    }

    /** Letters of another script than their word's, and those of a word that a reader could take for one of another script. */
    private void lookAtWord(int from, int to) {
        UnicodeScript own = null;
        boolean isLatin = false;
        boolean isOne = true;
        for (int i = from; i < to; i++) {
            if (Character.isLetter(text[i]) && text[i] != LONG_VOWEL) {
                UnicodeScript script = UnicodeScript.of(text[i]);
                isOne &= own == null || own == script;
                own = own == null ? script : own;
                isLatin |= script == UnicodeScript.LATIN;
            }
        }
        if (own == null) {
            for (int i = from; i < to; i++) {
                named[i] |= text[i] == LONG_VOWEL;
            }
            return;
        }
        own = isLatin ? UnicodeScript.LATIN : own;
        boolean isEastAsian = EAST_ASIAN.contains(own);
        boolean deceives = own != UnicodeScript.LATIN && !isTelling(own, from, to);
        for (int i = from; i < to; i++) {
            UnicodeScript script = UnicodeScript.of(text[i]);
            boolean together = isEastAsian && EAST_ASIAN.contains(script);
            boolean isLong = text[i] == LONG_VOWEL && isOne && own == UnicodeScript.KATAKANA && i > from;
            boolean isAlike =
                    EAST_ASIAN_ALIKE.indexOf(text[i]) >= 0 && (!isOne || (deceives && own != UnicodeScript.HAN));
            named[i] |= Character.isLetter(text[i])
                    && !isLong
                    && ((script != own && !together) || isAlike || (deceives && !isEastAsian));
        }
    }

    /** Whether a word has a letter, or several, that show of which script it is. */
    private boolean isTelling(UnicodeScript script, int from, int to) {
        boolean isOfAlphabets = script == UnicodeScript.CYRILLIC || script == UnicodeScript.GREEK;
        int first = 0;
        for (int i = from; i < to; i++) {
            int c = text[i];
            if (!Character.isLetter(c) || c == LONG_VOWEL) {
                continue;
            }
            boolean isTelling = isOfAlphabets
                    ? TELLING.indexOf(c) >= 0
                    : EAST_ASIAN.contains(script) ? EAST_ASIAN_ALIKE.indexOf(c) < 0 : first != 0 && c != first;
            if (isTelling) {
                return true;
            }
            first = first == 0 ? c : first;
        }
        return false;
    }

    private String written() {
        StringBuilder written = new StringBuilder(text.length + 2).append('"');
        for (int i = 0; i < text.length; ) {
            if (named[i]) {
                written.append("\" ");
                i = names(written, i);
                written.append(" \"");
            } else {
                if (text[i] == '"' || text[i] == '\\') {
                    written.append('\\');
                }
                written.appendCodePoint(text[i++]);
            }
        }
        return written.append('"').toString();
    }

    /** Names what stands from here on, as far as it has to be named; returns where that ends. */
    private int names(StringBuilder written, int from) {
        int at = from;
        while (at < text.length && named[at]) {
            int to = at;
            while (to < text.length && named[to] && text[to] == ' ') {
                to++;
            }
            written.append(at == from ? "" : ", ");
            if (to > at) {
                written.append(to - at == 1 ? "space" : (to - at) + " spaces");
                at = to;
            } else {
                written.append(name(text[at++]));
            }
        }
        return at;
    }

    private static String name(int c) {
        return switch (c) {
            case '\n' -> "line break";
            case '\r' -> "carriage return";
            case '\t' -> "tab";
            default -> {
                String name = Character.getName(c);
                String code = "U+" + (c < 0x10000 ? HEX.toHexDigits((char) c) : HEX.toHexDigits(c, 6));
                yield name == null ? code : code + " " + name.toLowerCase(Locale.ROOT);
            }
        };
    }
}
