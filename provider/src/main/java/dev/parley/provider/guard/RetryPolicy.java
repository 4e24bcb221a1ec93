package dev.parley.provider.guard;

import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Outcome;

/**
 * How often and how long after a failure a call is tried again at the same provider.
 *
 * @param attemptsMax with the first one
 */
public record RetryPolicy(int attemptsMax, long firstPauseMs, long pauseMsMax) {
    /** One attempt; what fails goes to the next provider at once. */
    public static final RetryPolicy NONE = new RetryPolicy(1, 1, 1);

    /** For a model that people wait for: soon enough that they still do. */
    public static final RetryPolicy LIVE = new RetryPolicy(3, 200, 2_000);

    public RetryPolicy {
        if (attemptsMax < 1 || firstPauseMs < 1 || pauseMsMax < firstPauseMs) {
            throw new IllegalArgumentException("at least one attempt, and pauses that grow up to their maximum");
        }
    }

    public boolean tries(int attempt, Outcome outcome) {
        return outcome.retryable() && attempt < attemptsMax;
    }

    /** Doubles from the first pause, honours what the provider asked for, and is spread by up to a quarter. */
    public long pauseMs(int attempt, Outcome outcome, RandomSource random) {
        long doubled = firstPauseMs << Math.min(attempt - 1, 30);
        long pause = Math.max(outcome.retryAfterMs(), Math.min(doubled, pauseMsMax));
        return pause + random.nextInt((int) Math.min(Integer.MAX_VALUE, pause / 4 + 1));
    }
}
