package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.pipeline.yaml.BadYaml;
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
        List<Resident> people = HouseholdReader.read("house.yaml", """
                people:
                  - {id: eva, role: OWNER, birthdate: 1970-02-03, facts: {allergy: nuts}}
                  - {id: max}
                """);
        assertEquals(
                List.of(
                        new Resident("eva", "OWNER", LocalDate.of(1970, 2, 3), false, Map.of("allergy", "nuts")),
                        new Resident("max", "GUEST", null, false)),
                people);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "people: [{id: eva, role: KING}]|people[0].role",
                "people: [{id: Eva, role: OWNER}]|people[0].id",
                "people: [{role: OWNER}]|people[0]",
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
