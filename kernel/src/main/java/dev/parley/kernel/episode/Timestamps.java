package dev.parley.kernel.episode;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * RFC 3339 times, read by hand: this runs several times for every packet. One reader serves the schemas, the decoder and
 * the room, so that what is accepted can be decoded and decided again. A leap second and fractions below a nanosecond are refused, because they could
 * not be compared exactly.
 */
public final class Timestamps {
    private static final int DATE_TIME_LENGTH = "2026-03-01T10:00:00".length();
    private static final int FRACTION_DIGITS_MAX = 9;

    private Timestamps() {}

    /** The moment this text names, or null where it names none. */
    public static @Nullable Instant parse(String text) {
        if (text.length() <= DATE_TIME_LENGTH || !hasSeparators(text)) {
            return null;
        }
        int hour = digits(text, 11, 2);
        int minute = digits(text, 14, 2);
        int second = digits(text, 17, 2);
        int fractionEnd = fractionEnd(text);
        int offset = fractionEnd < 0 ? Integer.MIN_VALUE : offsetSeconds(text, fractionEnd);
        if (!within(hour, 23) || !within(minute, 59) || !within(second, 59) || offset == Integer.MIN_VALUE) {
            return null;
        }
        long day = epochDay(text);
        if (day == Long.MIN_VALUE) {
            return null;
        }
        return Instant.ofEpochSecond(
                day * 86_400 + hour * 3_600L + minute * 60L + second - offset, nanos(text, fractionEnd));
    }

    private static boolean hasSeparators(String text) {
        char t = text.charAt(10);
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && (t == 'T' || t == 't')
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    private static long epochDay(String text) {
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 2);
        int day = digits(text, 8, 2);
        if (year < 0 || month < 1 || day < 1) {
            return Long.MIN_VALUE;
        }
        try {
            return LocalDate.of(year, month, day).toEpochDay();
        } catch (DateTimeException e) {
            return Long.MIN_VALUE;
        }
    }

    /** Where the fraction ends, or -1 where it is malformed. Without a fraction, the end of the seconds. */
    private static int fractionEnd(String text) {
        if (text.charAt(DATE_TIME_LENGTH) != '.') {
            return DATE_TIME_LENGTH;
        }
        int end = DATE_TIME_LENGTH + 1;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        int count = end - DATE_TIME_LENGTH - 1;
        return count >= 1 && count <= FRACTION_DIGITS_MAX ? end : -1;
    }

    private static int nanos(String text, int fractionEnd) {
        int nanos = 0;
        for (int i = 0; i < FRACTION_DIGITS_MAX; i++) {
            int at = DATE_TIME_LENGTH + 1 + i;
            nanos = nanos * 10 + (at < fractionEnd ? text.charAt(at) - '0' : 0);
        }
        return nanos;
    }

    /** The offset east of Greenwich, or {@link Integer#MIN_VALUE} where it is malformed. */
    private static int offsetSeconds(String text, int from) {
        if (from >= text.length()) {
            return Integer.MIN_VALUE;
        }
        char sign = text.charAt(from);
        if (sign == 'Z' || sign == 'z') {
            return from + 1 == text.length() ? 0 : Integer.MIN_VALUE;
        }
        boolean shaped = (sign == '+' || sign == '-') && text.length() == from + 6 && text.charAt(from + 3) == ':';
        if (!shaped) {
            return Integer.MIN_VALUE;
        }
        int hours = digits(text, from + 1, 2);
        int minutes = digits(text, from + 4, 2);
        if (!within(hours, 23) || !within(minutes, 59)) {
            return Integer.MIN_VALUE;
        }
        int seconds = hours * 3_600 + minutes * 60;
        return sign == '-' ? -seconds : seconds;
    }

    private static boolean within(int value, int max) {
        return value >= 0 && value <= max;
    }

    /** The number that these characters spell, or -1 where one of them is no digit. */
    private static int digits(String text, int from, int count) {
        int value = 0;
        for (int i = from; i < from + count; i++) {
            char c = text.charAt(i);
            if (!isDigit(c)) {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
