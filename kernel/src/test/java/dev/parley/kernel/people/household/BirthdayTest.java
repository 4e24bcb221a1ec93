package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.people.Driven;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 6: birthday greetings, ruling B12. */
class BirthdayTest {
    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private List<String> tick(String at, String person) {
        return it.at(at).ask("system " + person + " age.date_tick").allowed().greeted();
    }

    @Test
    void greetsOnceADayAndAgainNextYear() {
        it.confirmed("ana", "OWNER", "1980-05-01");
        assertEquals(List.of(), tick("2026-04-30T10:00:00Z", "ana"));
        assertEquals(List.of("ana"), tick("2026-05-01T00:00:01Z", "ana"));
        assertEquals(List.of(), tick("2026-05-01T00:00:02Z", "ana"));
        it.concluded("people.birthday.repeated");
        assertEquals(List.of(), tick("2026-05-02T10:00:00Z", "ana"));
        assertEquals(List.of("ana"), tick("2027-05-01T10:00:00Z", "ana"));
        assertEquals(List.of(), tick("2026-05-01T10:00:00Z", "ana"));
    }

    @Test
    void greetsWhenTheIdentityIsConfirmedAfterTheTick() {
        it.ask("system ana person_added role=OWNER birthdate=1980-05-01");
        assertEquals(List.of(), tick("2026-05-01T08:00:00Z", "ana"));
        it.ask("system ana identity.explicit_identity_claim");
        assertEquals(List.of(), it.greeted());
        assertEquals(
                List.of("ana"), it.ask("system ana identity.validation_success").greeted());
        assertEquals(List.of(), it.ask("system ana identity.speaking_turn").greeted());
    }

    @Test
    void greetsNobodyWithoutATickThatDay() {
        it.at("2026-05-01T08:00:00Z").confirmed("ana", "OWNER", "1980-05-01");
        assertEquals(List.of(), it.greeted());
        it.at("2026-04-30T08:00:00Z").ask("system ana age.date_tick");
        assertEquals(
                List.of(),
                it.at("2026-05-01T08:00:00Z")
                        .ask("system ana identity.speaking_turn")
                        .greeted());
    }

    @Test
    void greetsNobodyOnAnUntrustedDate() {
        it.confirmed("ana", "OWNER", "1980-05-01").at("2026-05-01T08:00:00Z");
        assertEquals(List.of(), it.ask("system ana age.date_tick trusted=false").greeted());
        assertEquals(List.of(), it.ask("system ana identity.speaking_turn").greeted());
        assertEquals(
                List.of("ana"), it.ask("system ana age.date_tick trusted=true").greeted());
    }

    /** B12: the local date is that of the request's offset. */
    @ParameterizedTest
    @CsvSource({
        "2026-04-30T23:30:00Z,0",
        "2026-05-01T01:30:00+02:00,1",
        "2026-05-02T01:00:00+02:00,0",
        "2026-05-01T23:00:00-05:00,1",
    })
    void goesByTheLocalDate(String at, int greetings) {
        it.confirmed("ana", "OWNER", "1980-05-01");
        assertEquals(greetings, tick(at, "ana").size());
    }

    @ParameterizedTest
    @CsvSource({"2026-02-28,0", "2026-03-01,1", "2028-02-29,1", "2028-03-01,0"})
    void keepsALeapBirthdayOnTheFirstOfMarch(String day, int greetings) {
        it.at("2026-01-01T00:00:00Z").confirmed("ana", "OWNER", "1980-02-29");
        assertEquals(greetings, tick(day + "T10:00:00Z", "ana").size());
    }

    @Test
    void doesNotGreetWhoeverIsAmbiguous() {
        it.confirmed("ana", "OWNER", "1980-05-01").ask("system ana identity.strong_conflict");
        assertEquals(List.of(), tick("2026-05-01T08:00:00Z", "ana"));
        it.concluded("people.birthday.ambiguous");
        assertEquals(
                List.of("ana"),
                it.ask("system ana identity.clarification_success").greeted());
    }

    /** In company minors are not greeted; when the company has left, they are. */
    @Test
    void greetsAMinorWhenTheCompanyHasLeft() {
        it.confirmed("chris", "GUEST", "2010-05-01");
        it.ask("system chris mode.participant_detected person=ben known=true");
        assertEquals(List.of(), tick("2026-05-01T08:00:00Z", "chris"));
        it.concluded("people.birthday.minor_in_company");
        assertEquals(
                List.of("chris"),
                it.ask("system chris mode.participant_left person=ben").greeted());
    }

    /** Adults are greeted in company, also on the day on which they become adults. */
    @ParameterizedTest
    @CsvSource({"1980-05-01,1", "2008-05-01,1", "2008-05-02,0", "2009-05-01,0"})
    void greetsAdultsInCompany(String born, int greetings) {
        it.confirmed("ana", "OWNER", born).ask("system ana mode.participant_detected person=x known=false");
        assertEquals(greetings, tick("2026-05-01T08:00:00Z", "ana").size());
    }

    @Test
    void greetsEveryoneWhoseBirthdayItIs() {
        it.confirmed("ana", "OWNER", "1980-05-01").confirmed("ben", "GUEST", "1990-05-01");
        assertEquals(List.of("ana", "ben"), tick("2026-05-01T08:00:00Z", "ben"));
    }

    /** Who must not be greeted keeps nobody else from it, whoever's tick it is. */
    @ParameterizedTest
    @CsvSource({"ana", "ben", "cem"})
    void greetsTheOthersWhereOneMayNotBeGreeted(String ticked) {
        it.confirmed("ana", "OWNER", "1980-05-01").confirmed("ben", "GUEST", "1990-05-01");
        it.confirmed("cem", "GUEST", "1990-05-01").ask("system ana identity.strong_conflict");
        assertEquals(List.of("ben", "cem"), tick("2026-05-01T08:00:00Z", ticked));
        assertEquals(
                ticked.equals("ana"), it.all().stream().anyMatch(each -> each.violates("people.birthday.ambiguous")));
    }

    /** A greeting is nobody's to ask for, not even on their own birthday. */
    @Test
    void greetsNobodyBecauseTheyAskForIt() {
        it.confirmed("ana", "OWNER", "1980-05-01").at("2026-05-01T08:00:00Z");
        assertEquals(List.of(), it.ask("user_ana ana birthday_greeting").greeted());
        it.denied("people.household.derived");
    }

    @Test
    void namesNeitherDateNorAge() {
        it.confirmed("ana", "OWNER", "1980-05-01");
        tick("2026-05-01T08:00:00Z", "ana");
        it.all().forEach(verdict -> assertFalse(verdict.effects().toString().contains("1980")));
    }

    @Test
    void doesNotGreetWhoseAgeIsNoLongerTrusted() {
        it.confirmed("ana", "OWNER", "1980-05-01").ask("system ana age.confidence_drop");
        assertEquals(List.of(), tick("2026-05-01T08:00:00Z", "ana"));
        assertEquals(
                List.of("ana"),
                it.ask("system ana age.birthdate_known birthdate=1980-05-01").greeted());
    }
}
