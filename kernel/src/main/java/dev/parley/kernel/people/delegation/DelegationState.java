package dev.parley.kernel.people.delegation;

import org.jspecify.annotations.Nullable;

/** Where a delegation stands. */
public sealed interface DelegationState {
    /** Nothing is lent; {@code expired} tells whether the last question went without a yes in time. */
    record None(boolean expired) implements DelegationState {
        public None() {
            this(false);
        }
    }

    record PendingConfirmation(Loan loan) implements DelegationState {}

    record Active(Loan loan) implements DelegationState {}

    record Revoked(Loan loan) implements DelegationState {}

    record Expired(Loan loan) implements DelegationState {}

    /** What is lent or was, or null where nothing is; the states that have it carry it. */
    default @Nullable Loan loan() {
        return null;
    }
}
