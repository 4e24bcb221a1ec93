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
     */
    record OwnerConfirmed(@Nullable String by, boolean impersonated) implements DelegationEvent {}

    record OwnerDeclined() implements DelegationEvent {}

    record Revoked() implements DelegationEvent {}

    record TimedOut() implements DelegationEvent {}

    record ConversationEnded() implements DelegationEvent {}

    record Done() implements DelegationEvent {}
}
