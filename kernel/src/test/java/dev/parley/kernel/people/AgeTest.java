package dev.parley.kernel.people;

import dev.parley.kernel.people.age.AgeEvent;
import dev.parley.kernel.people.age.AgeState;
import dev.parley.kernel.people.rooms.PeopleRooms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 1.2: age context, ruling B5. */
class AgeTest {
    private final Driven<Kept<AgeState>, AgeEvent> it = Driven.of(PeopleRooms.age());

    @ParameterizedTest
    @CsvSource({
        "2013-03-02,CHILD",
        "2013-03-01,TEEN",
        "2008-03-02,TEEN",
        "2008-03-01,ADULT",
        "2026-03-01,CHILD",
        "1926-03-01,ADULT",
    })
    void classesByCompletedYears(String born, String state) {
        it.at("2026-03-01T10:00:00Z")
                .ask("system a birthdate_known birthdate=" + born)
                .allowed(state);
    }

    /** B5: one born on 29 February grows older on 1 March of common years, and on the day itself in leap years. */
    @ParameterizedTest
    @CsvSource({
        "2008-02-29,2026-02-28T23:59:59Z,TEEN",
        "2008-02-29,2026-03-01T00:00:00Z,ADULT",
        "2012-02-29,2025-02-28T12:00:00Z,CHILD",
        "2012-02-29,2025-03-01T12:00:00Z,TEEN",
        "2006-02-28,2024-02-28T12:00:00Z,ADULT",
    })
    void keepsLeapBirthdays(String born, String at, String state) {
        it.at(at).ask("system a birthdate_known birthdate=" + born).allowed(state);
    }

    /** B12: the local date is that of the request's offset. */
    @ParameterizedTest
    @CsvSource({"2026-02-28T23:30:00Z,TEEN", "2026-03-01T00:30:00+01:00,ADULT", "2026-02-28T20:00:00-05:00,TEEN"})
    void goesByTheOffsetOfTheRequest(String at, String state) {
        it.at(at).ask("system a birthdate_known birthdate=2008-03-01").allowed(state);
    }

    @Test
    void growsWithEachTickOfATrustedDate() {
        it.at("2026-03-01T10:00:00Z")
                .ask("system a birthdate_known birthdate=2013-03-05")
                .allowed("CHILD");
        it.at("2026-03-05T10:00:00Z").ask("system a date_tick trusted=false").allowed("CHILD");
        it.at("2026-03-05T10:00:00Z").ask("system a date_tick").allowed("TEEN");
        it.at("2031-03-05T10:00:00Z").ask("system a date_tick trusted=true").allowed("ADULT");
        it.at("2031-03-06T10:00:00Z").ask("system b date_tick").allowed("UNKNOWN");
    }

    /** B14: after a drop of confidence only a known birthdate helps. */
    @Test
    void isUnknownAgainWhenConfidenceDrops() {
        it.ask("system a confidence_drop").denied("people.age.no_transition", "UNKNOWN");
        it.ask("system a birthdate_known birthdate=1980-01-01", "system a confidence_drop")
                .allowed("UNKNOWN");
        it.ask("system a date_tick").allowed("UNKNOWN");
        it.ask("system a birthdate_updated birthdate=1980-01-01 approved=true")
                .denied("people.age.no_transition", "UNKNOWN");
        it.ask("system a birthdate_known birthdate=1980-01-01").allowed("ADULT");
    }

    /** Attempts to edit a birthdate move nothing by themselves. */
    @Test
    void countsAnUpdateOnlyWhenApproved() {
        it.ask("system a birthdate_known birthdate=2015-01-01").allowed("CHILD");
        it.ask("system a birthdate_updated birthdate=1980-01-01").denied("people.profile.outside_approved", "CHILD");
        it.ask("system a birthdate_updated birthdate=1980-01-01 approved=false").denied("people.age.no_transition");
        it.ask("user_a a birthdate_known birthdate=1980-01-01").denied("people.profile.outside_approved", "CHILD");
        it.ask("system a birthdate_updated birthdate=1980-01-01 approved=true").allowed("ADULT");
    }

    @Test
    void allowsTheSameClassAgain() {
        it.ask("system a birthdate_known birthdate=1980-01-01").allowed("ADULT");
        it.ask("system a birthdate_known birthdate=1981-01-01").allowed("ADULT");
    }

    /** The table is dated: the same person, the same age, before and after a law changed. */
    @ParameterizedTest
    @CsvSource({"2022-03-31T12:00:00+09:00,TEEN", "2022-04-01T12:00:00+09:00,ADULT"})
    void goesByTheTableOfTheDay(String at, String state) {
        it.at(at)
                .ask("system a birthdate_known birthdate=2003-01-01 jurisdiction=JP")
                .allowed(state);
        it.at(at)
                .ask("system b birthdate_known birthdate=2003-01-01 jurisdiction=US")
                .allowed("ADULT");
        it.at(at).ask("system c birthdate_known birthdate=2003-01-01").allowed("ADULT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system a birthdate_known",
                "system a birthdate_known birthdate=01.01.1980",
                "system a birthdate_known birthdate=2026-02-30",
                "system a birthdate_known birthdate=2099-01-01",
                "system a date_tick trusted=maybe",
                "system a grow",
            })
    void refusesWhatItCannotRead(String line) {
        it.ask(line).denied("request.malformed", "UNKNOWN");
    }
}
