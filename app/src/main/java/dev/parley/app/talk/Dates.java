package dev.parley.app.talk;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Month;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates as people say them. */
final class Dates {
    private static final String MONTH =
            "(?<month>january|february|march|april|may|june|july|august|september|october|november|december)";
    private static final Pattern ISO = Pattern.compile("(?<year>\\d{4})-(?<number>\\d{1,2})-(?<day>\\d{1,2})");
    private static final Pattern DAY_FIRST =
            Pattern.compile("(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? " + MONTH + ",? (?<year>\\d{4})");
    private static final Pattern MONTH_FIRST =
            Pattern.compile(MONTH + " (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})");

    private Dates() {}

    /** The date that these words are, such as 1980-05-01; null if they are none. */
    static @Nullable String iso(String words) {
        String plain = words.strip().toLowerCase(Locale.ROOT).replaceAll("[.!?]+$", "");
        Matcher iso = ISO.matcher(plain);
        if (iso.matches()) {
            return date(iso, Integer.parseInt(iso.group("number")));
        }
        for (Pattern pattern : new Pattern[] {DAY_FIRST, MONTH_FIRST}) {
            Matcher found = pattern.matcher(plain);
            if (found.matches()) {
                return date(
                        found,
                        Month.valueOf(found.group("month").toUpperCase(Locale.ROOT))
                                .getValue());
            }
        }
        return null;
    }

    private static @Nullable String date(Matcher found, int month) {
        try {
            return LocalDate.of(Integer.parseInt(found.group("year")), month, Integer.parseInt(found.group("day")))
                    .toString();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
