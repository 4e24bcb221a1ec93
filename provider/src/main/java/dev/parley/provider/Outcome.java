package dev.parley.provider;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How a call ended, in the one vocabulary that all providers are translated into.
 *
 * @param retryAfterMs what the provider asked for before the next attempt; 0 when it did not say
 * @param detail one sentence for people, without anything a person said
 * @param message what it said as it threw, short and without what looks like a secret; it may repeat what a person said
 */
public record Outcome(Kind kind, boolean retryable, long retryAfterMs, String detail, String message) {
    private static final int MESSAGE_CHARS_MAX = 300;
    /** A word that follows a name of a secret, and every long word that mixes letters and digits. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)(?<=\\b(?:bearer|basic|token|key|secret|password)[ =:]{1,2})\\S+"
                    + "|\\b(?=[\\w+/=.-]*\\d)(?=[\\w+/=.-]*[a-z])[\\w+/=.-]{20,}");

    /** The kinds of end. */
    public enum Kind {
        SUCCESS,
        TIMEOUT,
        OVERLOAD,
        SAFETY_BLOCK,
        CANCELLED,
        ERROR,
        /** It threw what no provider should throw. */
        FAULT;

        public String spelled() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final Outcome SUCCESS = new Outcome(Kind.SUCCESS, false, 0, "done");

    public Outcome(Kind kind, boolean retryable, long retryAfterMs, String detail) {
        this(kind, retryable, retryAfterMs, detail, "");
    }

    public Outcome {
        if (retryable && kind != Kind.TIMEOUT && kind != Kind.OVERLOAD && kind != Kind.ERROR) {
            throw new IllegalArgumentException("a call that ended as " + kind.spelled() + " is not tried again");
        }
        if (retryAfterMs < 0) {
            throw new IllegalArgumentException("a pause before the next attempt is not negative");
        }
    }

    public static Outcome timeout(String detail) {
        return new Outcome(Kind.TIMEOUT, true, 0, detail);
    }

    public static Outcome overload(long retryAfterMs, String detail) {
        return new Outcome(Kind.OVERLOAD, true, retryAfterMs, detail);
    }

    public static Outcome safetyBlock(String detail) {
        return new Outcome(Kind.SAFETY_BLOCK, false, 0, detail);
    }

    public static Outcome cancelled(String detail) {
        return new Outcome(Kind.CANCELLED, false, 0, detail);
    }

    public static Outcome error(boolean retryable, String detail) {
        return new Outcome(Kind.ERROR, retryable, 0, detail);
    }

    /** What was called threw something instead of reporting a failure. */
    public static Outcome fault(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage() == null ? "" : thrown.getMessage());
        return new Outcome(Kind.FAULT, false, 0, "threw " + thrown.getClass().getName(), shown(message));
    }

    private static String shown(String message) {
        String head =
                message.length() > MESSAGE_CHARS_MAX ? message.substring(0, MESSAGE_CHARS_MAX) + "\u2026" : message;
        String plain = head.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return SECRET.matcher(plain).replaceAll("***");
    }

    public boolean isSuccess() {
        return kind == Kind.SUCCESS;
    }
}
