package dev.parley.kernel.episode;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a decision may spend, and how long a directive may take. A field that is absent is unlimited.
 *
 * @param tokensMax model tokens, {@link #UNLIMITED_COUNT} for no limit
 * @param toolCallsMax directives, {@link #UNLIMITED_COUNT} for no limit
 * @param time how long until a result counts as late, null for no limit
 */
public record Budgets(
        long tokensMax, long toolCallsMax, @Nullable Duration time) {
    public static final long UNLIMITED_COUNT = Long.MAX_VALUE;

    /** The largest limit that can be stated; a use that is too large to count exceeds it. */
    public static final long STATED_COUNT_MAX = UNLIMITED_COUNT - 1;

    public static final Budgets UNLIMITED = new Budgets(UNLIMITED_COUNT, UNLIMITED_COUNT, null);
}
