package dev.parley.session.speak;

import java.util.regex.Pattern;

/**
 * What may be said or shown of a text from outside. Control characters could hide the next question on a screen or colour over what was
 * said before it, and marks that turn the direction of writing show a text other than it is (ruling E11).
 */
public final class Sayable {
    private static final Pattern UNSAYABLE =
            Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private Sayable() {}

    /** The text without what nobody can say. Pieces of a text give the same as the whole. */
    public static String of(String text) {
        return UNSAYABLE.matcher(text).replaceAll("");
    }
}
