package dev.parley.kernel;

import dev.parley.kernel.event.VerdictEvents.InvariantViolated;

/** A rule that a request would have broken. */
public record Violation(String id, Level level, String reason) {
    /** The event that records it. */
    public InvariantViolated event() {
        return new InvariantViolated(id, level.name(), reason, null, null, null, null);
    }
}
