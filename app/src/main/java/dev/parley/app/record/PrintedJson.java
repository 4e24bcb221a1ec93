package dev.parley.app.record;

import dev.parley.kernel.json.Json;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * JSON as a line for a terminal. JSON escapes only the first 32 control characters; a terminal also obeys those from U+0080 on,
 * and characters that turn the direction of writing. Outside of texts JSON has none of them, so an escape keeps the value.
 */
public final class PrintedJson {
    private static final Pattern OBEYED =
            Pattern.compile("[\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]");

    private static final int FIRST_OBEYED = 0x7F;

    private PrintedJson() {}

    public static String line(Json value) {
        String text = value.text();
        if (text.chars().allMatch(each -> each < FIRST_OBEYED)) {
            return text;
        }
        return OBEYED.matcher(text)
                .replaceAll(found -> "\\\\u"
                        + String.format(Locale.ROOT, "%04x", (int) found.group().charAt(0)));
    }
}
