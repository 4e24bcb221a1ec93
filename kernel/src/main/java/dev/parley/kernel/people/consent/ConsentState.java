package dev.parley.kernel.people.consent;

import org.jspecify.annotations.Nullable;

/** Where a consent stands (ruling B7). Its scope is the conversation, its end the end of that. */
public sealed interface ConsentState {
    /** No consent; says how the last request for one ended. */
    record None(@Nullable Outcome last) implements ConsentState {}

    record Pending(String purpose) implements ConsentState {}

    record Granted(String purpose, String granter) implements ConsentState {}

    record Expired(String purpose) implements ConsentState {}

    record Revoked(String purpose) implements ConsentState {}

    /** How a request ended that was not granted; a revocation is a state of its own. */
    enum Outcome {
        DENIED,
        TIMED_OUT
    }

    /** Whether this purpose is consented to now. */
    default boolean covers(String purpose) {
        return this instanceof Granted granted && granted.purpose.equals(purpose);
    }
}
