package dev.parley.kernel.people.mode;

import dev.parley.kernel.people.age.AgeClass;
import org.jspecify.annotations.Nullable;

/** What bears on who is present. */
public sealed interface ModeEvent {
    record ParticipantDetected(String person, boolean known) implements ModeEvent {}

    record ParticipantLeft(@Nullable String person) implements ModeEvent {}

    /** Somebody said that someone arrived. */
    record ArrivalStated() implements ModeEvent {}

    /** Somebody said that nobody else is there. */
    record AloneStated(boolean confirmed, AgeClass age) implements ModeEvent {}

    record IdentityConfirmed(@Nullable String person) implements ModeEvent {}

    record IdentityUnknown(@Nullable String person) implements ModeEvent {}
}
