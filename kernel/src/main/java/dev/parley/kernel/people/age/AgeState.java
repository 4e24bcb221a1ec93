package dev.parley.kernel.people.age;

import org.jspecify.annotations.Nullable;

/** The age class of a person, with the birthdate it rests on. */
public sealed interface AgeState {
    /** Nothing is known, or no longer trusted: then only a known birthdate helps (ruling B14). */
    record Unknown(boolean dropped) implements AgeState {}

    record Child(Birth birth) implements AgeState {}

    record Teen(Birth birth) implements AgeState {}

    record Adult(Birth birth) implements AgeState {}

    default AgeClass ageClass() {
        return switch (this) {
            case Unknown _ -> AgeClass.UNKNOWN;
            case Child _ -> AgeClass.CHILD;
            case Teen _ -> AgeClass.TEEN;
            case Adult _ -> AgeClass.ADULT;
        };
    }

    /** The trusted birthdate, or null where there is none; the states that have one carry it. */
    default @Nullable Birth birth() {
        return null;
    }
}
