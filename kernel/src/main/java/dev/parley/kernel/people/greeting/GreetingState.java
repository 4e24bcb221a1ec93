package dev.parley.kernel.people.greeting;

import java.time.LocalDate;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Whether a person was greeted. */
public sealed interface GreetingState {
    record NotGreeted() implements GreetingState {}

    /** Greeted on each of these days, and on no other. */
    record Greeted(SortedSet<LocalDate> days) implements GreetingState {
        public Greeted {
            days = Collections.unmodifiableSortedSet(new TreeSet<>(days));
        }
    }

    default SortedSet<LocalDate> days() {
        return Collections.emptySortedSet();
    }

    /** Whether this day has had its greeting. */
    default boolean isGreeted(LocalDate day) {
        return days().contains(day);
    }

    default Greeted greetedOn(LocalDate day) {
        SortedSet<LocalDate> more = new TreeSet<>(days());
        more.add(day);
        return new Greeted(more);
    }
}
