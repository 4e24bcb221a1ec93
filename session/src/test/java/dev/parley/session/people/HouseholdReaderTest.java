package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.pipeline.yaml.BadYaml;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who lives in a house, as data. */
class HouseholdReaderTest {
    @Test
    void readsPeopleTheirRolesAndFacts() {
        HouseSpec house = HouseholdReader.read("house.yaml", """
            people:
              - {id: eva, role: OWNER, birthdate: 1970-02-03, facts: {allergy: nuts}}
              - {id: max}
            """);
        assertEquals(
                List.of(
                        new Resident(
                                "eva",
                                "OWNER",
                                LocalDate.of(1970, 2, 3),
                                false,
                                Map.of("allergy", "nuts"),
                                List.of(),
                                null),
                        new Resident("max", "GUEST", null, false)),
                house.residents());
        assertEquals(Timeouts.DEFAULTS, house.timeouts());
    }

    /** Ruling B10: timeouts are configuration. */
    @Test
    void readsHowLongTheHouseWaits() {
        HouseSpec house = HouseholdReader.read("house.yaml", """
            people: [{id: eva, role: OWNER}]
            timeouts: {identity: 250ms, silence: 1m, confirmation: 45s, delegation: 2h}
            """);
        assertEquals(
                Timeouts.DEFAULTS
                        .with(Wait.IDENTITY, Duration.ofMillis(250))
                        .with(Wait.SILENCE, Duration.ofMinutes(1))
                        .with(Wait.CONFIRMATION, Duration.ofSeconds(45))
                        .with(Wait.DELEGATION, Duration.ofHours(2)),
                house.timeouts());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{confirmation: 30}|timeouts.confirmation",
                "{confirmation: 30 s}|timeouts.confirmation",
                "{confirmation: 1.5s}|timeouts.confirmation",
                "{confirmation: -1s}|timeouts.confirmation",
                "{consent: 0s}|timeouts.consent",
                "{delegation: 9000h}|timeouts.delegation",
                "{delegation: 999999999h}|timeouts.delegation",
                "{silence: [1s]}|timeouts.silence",
                "{birthday: 1h}|timeouts.birthday",
                "30s|timeouts",
            })
    void namesLineAndFieldOfAWrongTimeout(String timeouts, String path) {
        String text = "people: [{id: eva, role: OWNER}]\ntimeouts: " + timeouts;
        BadYaml bad = assertThrows(BadYaml.class, () -> HouseholdReader.read("house.yaml", text));
        assertTrue(String.valueOf(bad.getMessage()).startsWith("house.yaml:2: " + path + ": "), bad.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "people: [{id: eva, role: KING}]|people[0].role",
                "people: [{id: Eva, role: OWNER}]|people[0].id",
                "people: [{role: OWNER}]|people[0]",
                "people: [{id: system, role: OWNER}]|people[0].id",
                "people: [{id: operator, role: OWNER}]|people[0].id",
                "people: [{id: unknown, role: OWNER}]|people[0].id",
                "people: [{id: user, role: OWNER}]|people[0].id",
                "people: [{id: agent, role: OWNER}]|people[0].id",
                "people: [{id: user_ana, role: OWNER}]|people[0].id",
                "people: [{id: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}]|people[0].id",
                "people: [{id: eva, role: OWNER, birthdate: yesterday}]|people[0].birthdate",
                "people: [{id: eva, role: OWNER}, {id: eva}]|people[1].id",
                "people: [{id: eva, role: OWNER, facts: {role: OWNER}}]|people[0].facts.role",
                "people: [{id: eva}]|people",
                "people: [{id: eva, role: OWNER, age: 7}]|people[0].age",
                "folks: []|folks",
            })
    void namesLineAndField(String text, String path) {
        BadYaml bad = assertThrows(BadYaml.class, () -> HouseholdReader.read("house.yaml", text));
        assertEquals(1, bad.line());
        assertEquals(path, bad.path());
        assertTrue(String.valueOf(bad.getMessage()).startsWith("house.yaml:1: " + path + ": "), bad.getMessage());
    }
}
