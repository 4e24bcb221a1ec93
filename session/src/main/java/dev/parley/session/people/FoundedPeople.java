package dev.parley.session.people;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.people.profile.Update;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Past;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks the people of a conversation that another process recorded, before it goes on. Its record is a file that
 * programs other than this one can append to, so its roles and birthdates count only if the configuration or the book of the
 * house says the same, or if a verdict of this very record changed them by the rules.
 */
record FoundedPeople(List<Resident> configured, ProfileStore profiles) {
    private static final String SYSTEM = "system";

    /** The first person whose role or birthdate is founded nowhere, or null. */
    @Nullable
    Person firstUnfounded(House house, Past past) {
        for (Person person : house.people().values()) {
            if (!isFounded(person, past)) {
                return person;
            }
        }
        return null;
    }

    private boolean isFounded(Person person, Past past) {
        Profile profile = Profile.of(person);
        Authority authority = Authority.of(profile);
        Resident resident = configured.stream()
                .filter(each -> each.id().equals(person.id()))
                .findFirst()
                .orElse(null);
        if (authority.isLeast() || (resident != null && authority.equals(Authority.of(resident)))) {
            return true;
        }
        return switch (profiles.known(person.id(), profile)) {
            case FOUNDED -> true;
            case OTHER_BIRTHDATE -> isCorrected(authority, person.id(), past);
            case OTHER_ROLE -> false;
            case UNKNOWN ->
                resident == null
                        ? isAddedByAPerson(person.id(), past)
                        : authority.role().equals(resident.role()) && isCorrected(authority, person.id(), past);
        };
    }

    /** Whether an allowed verdict after the snapshot set this birthdate; the book does not have it if the process was lost. */
    private static boolean isCorrected(Authority authority, String person, Past past) {
        return past.tail().stream()
                .filter(rune -> isAllowed(rune, person, "birthdate_updated"))
                .map(rune -> rune.payload().get("parameters"))
                .anyMatch(said -> said instanceof Json.Obj parameters
                        && Objects.equals(authority.birthdate(), parameters.get(Update.BIRTHDATE)));
    }

    /** The runtime itself adds the people of the configuration and of the book alone. */
    private static boolean isAddedByAPerson(String person, Past past) {
        return past.runes().stream()
                .anyMatch(rune -> isAllowed(rune, person, "person_added")
                        && !SYSTEM.equals(rune.payload().text("actor")));
    }

    private static boolean isAllowed(Rune rune, String person, String action) {
        return EventCatalogue.is(rune, HouseholdDecided.class)
                && action.equals(rune.payload().text("action"))
                && "allowed".equals(rune.payload().text("decision"))
                && person.equals(rune.payload().text("target"));
    }
}
