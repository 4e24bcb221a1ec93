package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.KnownFacts;
import dev.parley.kernel.people.privacy.Sensitivity;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a long conversation learns from tools does not grow for ever, and what a model can still repeat is guarded. */
class ConfidencesTest {
    private static final int MANY = 3 * KnownFacts.KNOWN_MAX;
    private static final int LONG = 60_000;

    private final House house = Household.house(
            new Registrar<Place, HouseEvent>(new Household(Catalogue.standard(), AgeTable.DEFAULT), attestation -> {})
                    .view());
    private final Confidences confidences = new Confidences(knowledge -> {});

    private static String number(int i) {
        return "number" + i;
    }

    @Test
    void theNewestAnswersAreGuardedAndTheOldestAreForgotten() {
        confidences.learn(Knowledge.ofMemory("ana", Sensitivity.SENSITIVE, "I am afraid of spiders"));
        for (int i = 0; i < MANY; i++) {
            confidences.learn(new Knowledge("ana", "diary", Sensitivity.PERSONAL, Json.of(number(i))));
        }
        for (int i = MANY - KnownFacts.KNOWN_MAX + 1; i < MANY; i++) {
            assertEquals(Set.of("ana"), confidences.owners(house, number(i), LocalDate.EPOCH), number(i));
        }
        assertEquals(
                Set.of(), confidences.owners(house, number(0), LocalDate.EPOCH), "the first answer is kept for ever");
        assertEquals(List.of("I am afraid of spiders"), confidences.memories("ana"));
    }

    private static String words(int answer) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < LONG; i++) {
            text.append("answer").append(answer).append("part").append(i).append(", ");
        }
        return text.toString();
    }

    @Test
    void longAnswersAreBoundedByTheirLengthAndTheNewestAreGuarded() {
        confidences.learn(Knowledge.ofMemory("ana", Sensitivity.SENSITIVE, "I am afraid of spiders"));
        int answers = 3 * KnownFacts.CHARS_KEPT / LONG;
        for (int i = 0; i < answers; i++) {
            confidences.learn(new Knowledge("ana", "diary", Sensitivity.PERSONAL, Json.of(words(i))));
        }
        for (int i = answers - KnownFacts.CHARS_KEPT / LONG + 1; i < answers; i++) {
            assertEquals(Set.of("ana"), confidences.owners(house, "answer" + i + "part7", LocalDate.EPOCH), "" + i);
        }
        assertEquals(
                Set.of(), confidences.owners(house, "answer0part7", LocalDate.EPOCH), "the first is kept for ever");
        assertEquals(Set.of("ana"), confidences.owners(house, "it is afraid of spiders", LocalDate.EPOCH));
        assertEquals(
                Set.of("ana"),
                confidences.owners(house, words(answers - 1), LocalDate.EPOCH),
                "a long text is found in what is known as a sentence is");
    }
}
