package dev.parley.kernel.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * RFC 8785: keys sorted by UTF-16 code unit, the shortest number that reads back, no blanks. Digests of arguments and
 * results are taken over this form, so that two spellings of one value have one digest.
 */
public final class CanonicalJson {
    private static final BigDecimal SAFE_INTEGER = BigDecimal.valueOf(1L << 53);
    private static final int SAFE_DIGITS = 15;
    private static final long DOUBLE_EXPONENT_MAX = 400;
    private static final int SHOWN_CHARS_MAX = 40;
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private CanonicalJson() {}

    public static byte[] bytes(Json value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    public static String text(Json value) {
        return text(value, new StringBuilder(256));
    }

    /** The same, written in a builder that the caller keeps for many. */
    public static String text(Json value, StringBuilder scratch) {
        scratch.setLength(0);
        write(value, scratch, true);
        return scratch.toString();
    }

    /** The same form with the keys of objects in the order in which they were written, for people's eyes. */
    static String asWritten(Json value) {
        StringBuilder out = new StringBuilder(256);
        write(value, out, false);
        return out.toString();
    }

    private static void write(Json value, StringBuilder out, boolean sorted) {
        switch (value) {
            case Json.Null _ -> out.append("null");
            case Json.Bool bool -> out.append(bool.value());
            case Json.Num num -> number(num.value(), out);
            case Json.Str str -> string(str.value(), out);
            case Json.Arr arr -> array(arr, out, sorted);
            case Json.Obj obj -> object(obj, out, sorted);
        }
    }

    private static void array(Json.Arr arr, StringBuilder out, boolean sorted) {
        out.append('[');
        for (int i = 0; i < arr.items().size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            write(arr.items().get(i), out, sorted);
        }
        out.append(']');
    }

    private static void object(Json.Obj obj, StringBuilder out, boolean sorted) {
        Json.Obj ordered = sorted ? obj.sorted() : obj;
        out.append('{');
        for (int i = 0; i < ordered.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            string(ordered.key(i), out);
            out.append(':');
            write(ordered.value(i), out, sorted);
        }
        out.append('}');
    }

    /** Writes a JSON string literal with the escapes of RFC 8785 and no others. */
    public static void string(String text, StringBuilder out) {
        out.append('"');
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                out.append(text, written, i);
                escape(c, out);
                written = i + 1;
            }
        }
        if (written == 0) {
            out.append(text);
        } else {
            out.append(text, written, text.length());
        }
        out.append('"');
    }

    private static void escape(char c, StringBuilder out) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
        }
    }

    /**
     * The first number in this value that canonical form would write as another one, as it was given; null if there is
     * none. Whoever shows, hashes and executes the canonical text refuses such a value (ruling E11).
     */
    public static @Nullable String lostNumber(Json value) {
        return switch (value) {
            case Json.Num(BigDecimal number) -> isKept(number) ? null : shown(number);
            case Json.Arr(List<Json> items) -> first(items);
            case Json.Obj object -> first(object.fields().values());
            case Json.Str _, Json.Bool _, Json.Null _ -> null;
        };
    }

    private static @Nullable String first(Collection<Json> values) {
        for (Json value : values) {
            String lost = lostNumber(value);
            if (lost != null) {
                return lost;
            }
        }
        return null;
    }

    /** An exponent that no double has is not written out to be compared. */
    private static boolean isKept(BigDecimal number) {
        long exponent = (long) number.precision() - number.scale();
        if (number.signum() != 0 && (exponent > DOUBLE_EXPONENT_MAX || exponent < -DOUBLE_EXPONENT_MAX)) {
            return false;
        }
        StringBuilder written = new StringBuilder();
        number(number, written);
        return new BigDecimal(written.toString()).compareTo(number) == 0;
    }

    private static String shown(BigDecimal number) {
        String text = number.toString();
        return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "\u2026";
    }

    /** ECMAScript's Number-to-String, on the double nearest to the value; integers up to 2^53 are exact. */
    private static void number(BigDecimal value, StringBuilder out) {
        if (value.scale() == 0 && value.precision() <= SAFE_DIGITS) {
            out.append(value.longValue());
            return;
        }
        if (value.abs().compareTo(SAFE_INTEGER) <= 0
                && value.stripTrailingZeros().scale() <= 0) {
            out.append(value.longValue());
            return;
        }
        double nearest = value.doubleValue();
        if (Double.isInfinite(nearest)) {
            out.append(value.signum() < 0 ? "-1.7976931348623157e+308" : "1.7976931348623157e+308");
            return;
        }
        BigDecimal shortest = shortest(nearest);
        if (shortest.signum() == 0) {
            out.append('0');
            return;
        }
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -6 && exponent < 21) {
            out.append(shortest.toPlainString());
            return;
        }
        String digits = shortest.unscaledValue().abs().toString();
        out.append(shortest.signum() < 0 ? "-" : "").append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? '-' : '+').append(Math.abs(exponent));
    }

    /** Java writes two digits where one would read back, such as 4.9E-324; ECMAScript writes the one. */
    private static BigDecimal shortest(double value) {
        BigDecimal written = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (written.precision() == 2) {
            BigDecimal one = written.round(new MathContext(1));
            return one.doubleValue() == value ? one : written;
        }
        return written;
    }
}
