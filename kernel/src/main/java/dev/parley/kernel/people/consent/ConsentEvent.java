package dev.parley.kernel.people.consent;

import org.jspecify.annotations.Nullable;

/** What bears on a consent. A purpose that an answer names must be the one asked for. */
public sealed interface ConsentEvent {
    record Requested(String purpose) implements ConsentEvent {}

    record Granted(@Nullable String purpose, String by) implements ConsentEvent {}

    record Denied(@Nullable String purpose) implements ConsentEvent {}

    record TimedOut() implements ConsentEvent {}

    record ConversationEnded() implements ConsentEvent {}

    record Revoked(@Nullable String purpose) implements ConsentEvent {}

    record Done() implements ConsentEvent {}
}
