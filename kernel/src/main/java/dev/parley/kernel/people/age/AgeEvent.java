package dev.parley.kernel.people.age;

import java.time.LocalDate;

/** What bears on an age class. Today is the local date of the request (ruling B12). */
public sealed interface AgeEvent {
    /** A birthdate became known; whether {@code trusted} says if it came from the runtime rather than a person. */
    record BirthdateKnown(Birth birth, LocalDate today, boolean trusted) implements AgeEvent {}

    record DateTicked(LocalDate today, boolean trusted) implements AgeEvent {}

    /** A birthdate was changed; it counts where an approved profile update stands behind it. */
    record BirthdateUpdated(Birth birth, LocalDate today, boolean approved) implements AgeEvent {}

    record ConfidenceDropped() implements AgeEvent {}
}
