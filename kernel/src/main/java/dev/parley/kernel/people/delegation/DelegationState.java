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

    default @Nullable Loan loan() {
        return switch (this) {
            case None _ -> null;
            case PendingConfirmation pending -> pending.loan;
            case Active active -> active.loan;
            case Revoked revoked -> revoked.loan;
            case Expired expired -> expired.loan;
        };
    }
}
