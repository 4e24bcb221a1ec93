package dev.parley.kernel.people.profile;

import org.jspecify.annotations.Nullable;

/** Where a profile update stands. */
public sealed interface ProfileState {
    record None() implements ProfileState {}

    record PendingValidation(Update update) implements ProfileState {}

    record PendingConfirmation(Update update) implements ProfileState {}

    record Approved(Update update) implements ProfileState {}

    record Rejected() implements ProfileState {}

    /** Called off; {@code expired} tells whether it was for want of a yes in time. */
    record Cancelled(boolean expired) implements ProfileState {}

    /** The update that may still be applied, or null where there is none; the states that have one carry it. */
    default @Nullable Update update() {
        return null;
    }
}
