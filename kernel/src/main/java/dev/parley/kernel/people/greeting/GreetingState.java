package dev.parley.kernel.people.greeting;

import java.time.LocalDate;

/** Whether a person was greeted. */
public sealed interface GreetingState {
    record NotGreeted() implements GreetingState {}

    record Greeted(LocalDate on) implements GreetingState {}

    /** Whether this day, or a later one, has had its greeting. */
    default boolean isGreeted(LocalDate day) {
        return this instanceof Greeted(LocalDate on) && !day.isAfter(on);
    }
}
