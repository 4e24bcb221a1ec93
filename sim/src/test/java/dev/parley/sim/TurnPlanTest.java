package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 1 to 4 and the rule of plan freezing in 4.3: every turn opens under a plan, and the record names it. */
class TurnPlanTest {
    private static final String TALK = """
            name: two turns
            user:
              - {at_ms: 100, types: "hello"}
              - {at_ms: 5000, types: "hello again"}
            agent:
              - {when: hello, says: "Good day.", audio_ms: 500}
            """;

    @Test
    void everyTurnThatOpensNamesThePlanItRunsBy() throws BadScenario {
        List<String> plans = plans(TALK);
        assertEquals(2, plans.size());
        assertEquals(2, new HashSet<>(plans).size());
        assertTrue(plans.stream().allMatch(plan -> plan.matches("[0-9a-f]{64}")), plans.toString());
        assertEquals(plans, plans(TALK));
    }

    @Test
    void everyEdgeAndEveryProviderIsPartOfThePlan() throws BadScenario {
        String plain = plans(TALK).getFirst();
        for (String edge : List.of("stt_in", "llm_in", "tts_in", "tts_out")) {
            String tuned = TALK + "edges: {" + edge + ": {max_items: 9, strategy: drop, high: 8, low: 4}}\n";
            assertNotEquals(plain, plans(tuned).getFirst(), edge);
        }
        for (String kind : List.of("stt", "llm", "tts")) {
            assertNotEquals(
                    plain,
                    plans(TALK + "providers: {" + kind + ": [primary, backup]}\n")
                            .getFirst(),
                    kind);
        }
    }

    @Test
    void aRotatedLeaseCountsFromTheNextTurnOn() throws BadScenario {
        List<String> plain = plans(TALK);
        List<String> rotated = plans(TALK + "faults:\n  - {at_ms: 300, lease: rotated}\n");
        assertEquals(plain.getFirst(), rotated.getFirst());
        assertNotEquals(plain.getLast(), rotated.getLast());
    }

    private static List<String> plans(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        return journal.runes().stream()
                .filter(rune -> "turn_open".equals(rune.payload().text("signal")))
                .map(TurnPlanTest::plan)
                .toList();
    }

    private static String plan(Rune rune) {
        return String.valueOf(rune.payload().text("plan"));
    }
}
