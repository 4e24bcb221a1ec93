package dev.parley.provider;

import java.util.Locale;

/**
 * How a call ended, in the one vocabulary that all providers are translated into.
 *
 * @param retryAfterMs what the provider asked for before the next attempt; 0 when it did not say
 * @param detail one sentence for people, without anything a person said
 */
public record Outcome(Kind kind, boolean retryable, long retryAfterMs, String detail) {
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
        return new Outcome(Kind.FAULT, false, 0, "threw " + thrown.getClass().getName());
    }

    public boolean isSuccess() {
        return kind == Kind.SUCCESS;
    }
}
