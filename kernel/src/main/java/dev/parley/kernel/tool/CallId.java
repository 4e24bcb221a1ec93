package dev.parley.kernel.tool;

import java.math.BigInteger;

/**
 * How the ids of calls are made and read, in this one place. A model may use an id again, or make a suffix up: the runtime then
 * gives {@code base#n} with the next number. Whatever number was written is read again, however many digits it has.
 */
public final class CallId {
    private static final char MARK = '#';

    private CallId() {}

    /** The id without its number. */
    public static String base(String id) {
        int mark = mark(id);
        return mark < 0 ? id : id.substring(0, mark);
    }

    /** The number of the id; one without is the first. */
    public static BigInteger number(String id) {
        int mark = mark(id);
        return mark < 0 ? BigInteger.ONE : new BigInteger(id.substring(mark + 1));
    }

    /** The id of this number. */
    public static String numbered(String base, BigInteger number) {
        return base + MARK + number;
    }

    /** Where the number begins, or -1. */
    private static int mark(String id) {
        int digits = id.length();
        while (digits > 0 && id.charAt(digits - 1) >= '0' && id.charAt(digits - 1) <= '9') {
            digits--;
        }
        return digits < id.length() && digits > 0 && id.charAt(digits - 1) == MARK ? digits - 1 : -1;
    }
}
