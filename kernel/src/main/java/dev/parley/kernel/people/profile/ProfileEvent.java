package dev.parley.kernel.people.profile;

import dev.parley.kernel.people.age.AgeClass;

/** What bears on a profile update. */
public sealed interface ProfileEvent {
    record UpdateRequested(Update update) implements ProfileEvent {}

    record AuthorityVerified(boolean needsConfirmation, AgeClass age) implements ProfileEvent {}

    record AuthorityDenied() implements ProfileEvent {}

    /** Somebody said yes; {@code own} tells whether it was the person whose profile it is. */
    record OwnerConfirmed(String by, boolean own) implements ProfileEvent {}

    record OwnerDeclined() implements ProfileEvent {}

    record TimedOut() implements ProfileEvent {}

    record ContextChanged() implements ProfileEvent {}

    record Applied() implements ProfileEvent {}

    record Done() implements ProfileEvent {}
}
