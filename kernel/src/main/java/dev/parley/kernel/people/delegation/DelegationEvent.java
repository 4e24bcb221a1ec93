package dev.parley.kernel.people.delegation;

import org.jspecify.annotations.Nullable;

/** What bears on a delegation. */
public sealed interface DelegationEvent {
    record IntentDetected(Loan loan) implements DelegationEvent {}

    /**
     * The owner said yes.
     *
     * @param by who said so, or null where the runtime vouches that it was the one who lends
     * @param impersonated whether the sender is known to be another person than {@code by}
     * @param named which loan the yes is for, as far as it says
     */
    record OwnerConfirmed(@Nullable String by, boolean impersonated, Loan.Named named) implements DelegationEvent {
        public OwnerConfirmed(@Nullable String by, boolean impersonated) {
            this(by, impersonated, Loan.Named.NOTHING);
        }
    }

    record OwnerDeclined() implements DelegationEvent {}

    /** The loan is taken back; a command that names another loan takes back nothing. */
    record Revoked(Loan.Named named) implements DelegationEvent {
        public Revoked() {
            this(Loan.Named.NOTHING);
        }
    }

    record TimedOut() implements DelegationEvent {}

    record ConversationEnded() implements DelegationEvent {}

    record Done() implements DelegationEvent {}
}
