package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of a conversation at each recording level (ruling D5). */
class RecordingTest {
    private static final String TALK = """
            name: kept
            settings: {recording: L1}
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
              - {id: ben, role: OPERATOR, birthdate: 1985-05-01, confirmed: true}
            user:
              - {from_ms: 100, to_ms: 900, says: "tell me the zebra word", by: ana}
              - {at_ms: 4000, consent: consent_request, purpose: recording, by: ana}
              - {at_ms: 4100, consent: explicit_grant, purpose: recording, by: ana}
              - {at_ms: 4200, consent: consent_request, purpose: recording, by: ben}
              - {at_ms: 4300, consent: explicit_grant, purpose: recording, by: ben}
              - {at_ms: 5000, arrives: unknown, by: ana}
              - {at_ms: 6000, leaves: unknown, by: ana}
              - {at_ms: 7000, consent: revoke, purpose: recording, by: ben}
            agent:
              - {when: "zebra", calls: [{id: c1, tool: look}]}
              - {when_result: c1, says: "It is giraffe.", audio_ms: 500}
            tools:
              look: {takes_ms: 100, returns: {word: elephant}}
            """;

    private static List<Rune> at(String level) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(TALK.replace("L1", level)), journal);
        return journal.runes().stream()
                .filter(rune -> !rune.kind().equals("session.created"))
                .toList();
    }

    private static boolean says(List<Rune> runes, String word) {
        return runes.stream().anyMatch(rune -> rune.payload().canonical().contains(word));
    }

    private static List<String> turnsOnAndOff(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> String.valueOf(rune.payload().text("signal")).startsWith("recording_"))
                .map(rune -> rune.envelope().monotonicNanos() / 1_000_000 + " "
                        + rune.payload().text("signal"))
                .toList();
    }

    @Test
    void keepsNoWordAtTheLowestLevelAndDecidesTheSame() throws BadScenario {
        List<Rune> digests = at("L0");
        List<Rune> texts = at("L1");
        for (String word : List.of("zebra", "giraffe", "elephant")) {
            assertFalse(says(digests, word), word);
            assertTrue(says(texts, word), word);
        }
        assertTrue(digests.stream()
                .filter(rune -> rune.kind().equals("user.words"))
                .allMatch(rune -> rune.payload().get("text_sha256") instanceof Json.Str));
        assertEquals(
                texts.stream().map(Rune::kind).toList(),
                digests.stream().map(Rune::kind).toList());
    }

    @Test
    void keepsAudioOnlyWhileEveryonePresentHasConsented() throws BadScenario {
        assertEquals(
                List.of("4300 recording_on", "5000 recording_off", "6000 recording_on", "7000 recording_off"),
                turnsOnAndOff(at("L2")));
        assertEquals(List.of(), turnsOnAndOff(at("L1")));
    }
}
