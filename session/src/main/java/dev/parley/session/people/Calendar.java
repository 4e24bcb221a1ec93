package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.profile.Update;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a house the date, so that ages advance and birthdays come. The date is told with the first words of a day, which is
 * when it is first of use to anybody. Its callers hold the lock of the household.
 */
final class Calendar {
    private static final String GREETING = "birthday_greeting";

    private final Map<String, LocalDate> told = new HashMap<>();
    private final Set<String> due = new HashSet<>();

    /** Where the date is told. */
    interface Telling {
        void tick(String person, Json.Obj parameters);
    }

    /** Everyone who is here has the age of this day. */
    void day(House house, LocalDate today, Telling telling) {
        for (Person person : house.people().values()) {
            boolean isHere = person.isConfirmed() || house.modeState().company().isKnown(person.id());
            boolean hasBirthdate = person.facts().get(Update.BIRTHDATE) != null;
            if (isHere && hasBirthdate && !today.equals(told.put(person.id(), today))) {
                telling.tick(person.id(), Json.Obj.EMPTY.with("trusted", true));
            }
        }
    }

    /** A verdict has fallen; it may have brought a greeting about. */
    void decided(Verdict<Place> verdict) {
        if (verdict.isAllowed() && verdict.attestation().request().action().equals(GREETING)) {
            due.add(verdict.attestation().request().target());
        }
        verdict.followed().forEach(this::decided);
    }

    /**
     * How to greet this person now, null for not at all: what held when it was decided must hold when it is said.
     *
     * @param name what they want to be called; may be empty
     */
    @Nullable
    String greeting(House house, String id, String name) {
        Person person = house.person(id);
        boolean greets = due.remove(id)
                && person != null
                && person.isConfirmed()
                && (house.mode() == Mode.PRIVATE || person.ageClass() == AgeClass.ADULT);
        return greets ? "Happy birthday" + (name.isEmpty() ? "" : ", " + name) + "!" : null;
    }
}
