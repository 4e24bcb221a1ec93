package dev.parley.kernel.people.identity;

/** How sure it is who speaks. */
public sealed interface IdentityState {
    /** Nobody yet; keeps what signals say about somebody else, so that a later one for this person is a conflict. */
    record Unknown(Evidence elsewhere) implements IdentityState {
        public Unknown() {
            this(Evidence.NONE);
        }
    }

    record Probable(Evidence evidence) implements IdentityState {}

    record Confirmed(String person) implements IdentityState {}

    /** Confirmed and speaking: the identity is locked. */
    record ConfirmedActive(String person) implements IdentityState {}

    record Ambiguous(Evidence evidence) implements IdentityState {}

    record Rejected() implements IdentityState {}

    default boolean isConfirmed() {
        return this instanceof Confirmed || this instanceof ConfirmedActive;
    }
}
