package dev.parley.kernel.people.household;

import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.greeting.GreetingDue;
import dev.parley.kernel.people.identity.IdentityState;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When a birthday greeting may be spoken. The rules look at identity and mode at the moment of speaking (section 6). */
final class BirthdayRules {
    static final String AMBIGUOUS = "people.birthday.ambiguous";
    static final String MINOR_IN_COMPANY = "people.birthday.minor_in_company";
    static final String REPEATED = "people.birthday.repeated";
    static final String DUE = "people.birthday.due";

    private BirthdayRules() {}

    private interface Check {
        @Nullable
        String failure(House house, Person person, LocalDate today);
    }

    static List<HouseRule> all() {
        return List.of(
                rule(
                        AMBIGUOUS,
                        "Nobody is greeted whose identity is ambiguous.",
                        (house, person, today) -> person.identity() instanceof IdentityState.Ambiguous
                                ? "the identity is ambiguous"
                                : null),
                rule(
                        MINOR_IN_COMPANY,
                        "Nobody is greeted in company who is not an adult.",
                        (house, person, today) -> isHiddenByCompany(house, person) ? "others are present" : null),
                rule(
                        REPEATED,
                        "Nobody is greeted twice for one day.",
                        (house, person, today) ->
                                person.greeting().isGreeted(today) ? "the greeting was given already" : null),
                rule(
                        DUE,
                        "A greeting belongs to a confirmed person on their birthday, on a trusted date.",
                        (h, p, d) -> isCelebrated(h, p, d) ? null : "no greeting is due"));
    }

    private static HouseRule rule(String id, String sentence, Check check) {
        return new HouseRule(id, sentence, HouseEvent.OfGreeting.class, moment -> {
            Person person = moment.person();
            return person != null && moment.event() instanceof HouseEvent.OfGreeting(GreetingDue due)
                    ? check.failure(moment.house(), person, due.today())
                    : null;
        });
    }

    private static boolean isHiddenByCompany(House house, Person person) {
        return house.mode().isShared() && person.ageClass() != AgeClass.ADULT;
    }

    /** Whether it is a trusted birthday of someone who is there, or seems to be. */
    static boolean isCelebrated(House house, Person person, LocalDate today) {
        return today.equals(house.trustedDate())
                && person.isBirthday(today)
                && (person.isConfirmed() || person.identity() instanceof IdentityState.Ambiguous);
    }

    /** Whether the greeting is to be spoken now. */
    static boolean isDue(House house, Person person, LocalDate today) {
        return isCelebrated(house, person, today)
                && person.isConfirmed()
                && !person.greeting().isGreeted(today)
                && !isHiddenByCompany(house, person);
    }
}
