package dev.parley.kernel.episode;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A directive that waits for its result, and the decision that pays for it. */
record OpenDirective(
        String taskId, Instant createdAt, @Nullable Duration timeBudget, DecisionAccount account) {

    /** The same directive on the books of another account. */
    OpenDirective paidBy(DecisionAccount other) {
        return new OpenDirective(taskId, createdAt, timeBudget, other);
    }

    /** A result exactly at the end of the time budget is still in time. */
    boolean lateAt(Instant time) {
        return timeBudget != null && Duration.between(createdAt, time).compareTo(timeBudget) > 0;
    }
}
