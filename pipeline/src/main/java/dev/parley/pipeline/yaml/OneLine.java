package dev.parley.pipeline.yaml;

import java.util.regex.Pattern;

/** Texts for people that quote what somebody wrote: whatever that was, it stays in its line. */
public final class OneLine {
    /** Terminals obey U+0080 to U+009F like the control characters of ASCII, and marks that turn the direction of writing. */
    private static final Pattern ACTS =
            Pattern.compile("[\\p{Cc}\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]+");

    private OneLine() {}

    /** The same text, with a blank for everything that would end the line or act on a terminal. */
    public static String of(String text) {
        return ACTS.matcher(text).replaceAll(" ");
    }
}
