package dev.parley.kernel.people.household;

import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.mode.ModeState;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everyone in the house, and the mode of the conversation they share.
 *
 * @param people by id, in the order in which they were added
 * @param trustedDate the local date that a trusted tick has told, or null where the date is not trusted
 */
public record House(
        ModeState modeState,
        Map<String, Person> people,
        @Nullable LocalDate trustedDate) {
    public static final House EMPTY = new House(new ModeState.Private(), Roster.EMPTY, null);

    public House {
        people = Roster.of(people);
    }

    public Mode mode() {
        return modeState.mode();
    }

    public @Nullable Person person(@Nullable String id) {
        return people.get(id);
    }

    /** Whether everyone present has consented to this, and nobody is there whom nobody knows. */
    public boolean haveAllConsentedTo(String purpose) {
        List<Person> present = people.values().stream()
                .filter(person -> person.isConfirmed() || modeState.company().isKnown(person.id()))
                .toList();
        return mode() != Mode.SHARED_UNVERIFIED
                && !present.isEmpty()
                && present.stream().allMatch(person -> person.consent().covers(purpose));
    }

    House with(Person person) {
        return new House(modeState, Roster.of(people).with(person), trustedDate);
    }

    House mode(ModeState next) {
        return new House(next, people, trustedDate);
    }

    House trusting(@Nullable LocalDate date) {
        return new House(modeState, people, date);
    }
}
