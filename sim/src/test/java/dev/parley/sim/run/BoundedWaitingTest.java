package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever waits in a conversation waits in a bounded place. */
class BoundedWaitingTest {
    private final MemoryJournal journal = new MemoryJournal();

    private List<Rune> runes(String kind) {
        return journal.runes().stream().filter(rune -> rune.kind().equals(kind)).toList();
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }

    @Test
    void ofManyLinesTypedDuringProtectedSpeechTheNewestAreAnsweredAndAllAreRemembered() throws BadScenario {
        StringBuilder yaml = new StringBuilder("""
                name: many lines
                agent:
                  - {when: go, says: "one two three", audio_ms: 60000, interruptible: false}
                  - {when: line, says: "Yes.", audio_ms: 300}
                user:
                  - {at_ms: 0, types: go}
                """);
        for (int i = 0; i < 40; i++) {
            yaml.append("  - {at_ms: " + (1000 + i * 10) + ", types: \"line" + i + "\"}\n");
        }
        ScenarioRun.into(ScenarioReader.yaml(yaml.toString()), journal);
        assertEquals(8, runes("control.drop_notice").size());
        List<Rune> unanswered =
                runes("user.words").stream().filter(rune -> rune.turn() == 0).toList();
        assertEquals(8, unanswered.size());
        assertEquals("line0", unanswered.getFirst().payload().text("pii_text"));
        String answered = String.valueOf(runes("user.words").getLast().payload().text("pii_text"));
        assertEquals(32, answered.split(" ", -1).length);
        assertTrue(answered.startsWith("line8 ") && answered.endsWith(" line39"), answered);
    }

    @Test
    void anAgentThatSpeaksUnaskedAgainAndAgainWaitsInABoundedPlace() throws BadScenario {
        StringBuilder yaml = new StringBuilder("""
                name: many replies
                user:
                  - {at_ms: 0, types: go}
                agent:
                  - {when: go, says: "one two three", audio_ms: 60000, interruptible: false}
                """);
        for (int i = 0; i < 12; i++) {
            yaml.append("  - {at_ms: " + (1000 + i) + ", says: \"news\", audio_ms: 100}\n");
        }
        ScenarioRun.into(ScenarioReader.yaml(yaml.toString()), journal);
        assertEquals(4, runes("control.drop_notice").size());
        assertEquals(1 + 8, runes("playback.ended").size());
    }

    @Test
    void spokenWordsThatAnEdgeKeepsBackWaitInABoundedPlaceToo() throws BadScenario {
        StringBuilder yaml = new StringBuilder("""
                name: many sentences
                edges: {llm_in: {max_items: 1, strategy: block, high: 1, low: 0}}
                agent:
                  - {when: go, says: "one two three", audio_ms: 90000, interruptible: false}
                  - {when: line, says: "Yes.", audio_ms: 300}
                user:
                  - {at_ms: 0, types: go}
                """);
        for (int i = 0; i < 50; i++) {
            int from = 2_000 + i * 1_500;
            yaml.append("  - {from_ms: " + from + ", to_ms: " + (from + 400) + ", says: \"line" + i + "\"}\n");
        }
        ScenarioRun.into(ScenarioReader.yaml(yaml.toString()), journal);
        String answered = String.valueOf(runes("user.words").getLast().payload().text("pii_text"));
        assertEquals(33, answered.split(" ", -1).length, answered);
        assertTrue(answered.startsWith("line0 ") && answered.endsWith(" line49"), answered);
        long told = runes("control.drop_notice").stream()
                .filter(rune -> "llm_in".equals(rune.payload().text("edge")))
                .mapToLong(rune -> number(rune, "count"))
                .sum();
        assertEquals(17, told);
    }
}
