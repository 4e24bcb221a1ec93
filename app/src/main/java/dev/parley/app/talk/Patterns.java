package dev.parley.app.talk;

import java.util.regex.Pattern;

/** How the words of people are matched. */
final class Patterns {
    private Patterns() {}

    /** A pattern for which capital letters do not matter. */
    static Pattern anyCase(String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
