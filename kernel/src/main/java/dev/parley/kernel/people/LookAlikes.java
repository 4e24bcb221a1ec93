package dev.parley.kernel.people;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Text in its plainest form, for comparison alone: in lower case, without marks, invisible and half characters, with letters of other
 * scripts that look like Latin ones as those, and digits of every script as those. Two texts that a reader takes for the same are the same here.
 */
public final class LookAlikes {
    private static final String OTHERS = "аеорсухіјѕһԁԛԝґкмнтвбгʏɡοαερτυνικχβηıłøđħ";
    private static final String LATINS = "aeopcyxijshdqwrkmhtbbrygoaeptuvikxbhilodh";

    private LookAlikes() {}

    public static String plain(String text) {
        if (isPlain(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        StringBuilder plain = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFKD)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(LookAlikes::isVisible)
                .forEach(c -> plain.appendCodePoint(latin(c)));
        return plain.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.FORMAT, Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.SURROGATE -> false;
            default -> true;
        };
    }

    private static int latin(int c) {
        if (Character.isDigit(c)) {
            return '0' + Character.digit(c, 10);
        }
        int at = OTHERS.indexOf(c);
        return at < 0 ? c : LATINS.charAt(at);
    }
}
