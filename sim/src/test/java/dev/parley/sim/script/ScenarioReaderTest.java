package dev.parley.sim.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file with a mistake never runs in part; the mistake is named with its line. */
class ScenarioReaderTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense: 1",
                "settings: {vad_silence: 1}",
                "settings: {vad_silence_ms: -1}",
                "settings: {vad_silence_ms: 1.5}",
                "settings: {vad_silence_ms: soon}",
                "settings: {preemptive: tts}",
                "settings: {stuck_turn_ms: 0}",
                "settings: 5",
                "seed: x",
                "start: yesterday",
                "people: {id: ana}",
                "people: [{role: OWNER}]",
                "people: [{id: ana, role: KING}]",
                "people: [{id: ana, birthdate: 1980-13-01}]",
                "people: [{id: ana}, {id: ana}]",
                "providers: {vad: [primary]}",
                "providers: {tts: []}",
                "providers: {tts: [a, a]}",
                "user: [{from_ms: 5, to_ms: 4, says: hi}]",
                "user: [{from_ms: 5, says: hi}]",
                "user: [{from_ms: 5, to_ms: 9}]",
                "user: [{from_ms: 5, to_ms: 9, says: hi, noise: true}]",
                "user: [{from_ms: 5, to_ms: 9, says: ''}]",
                "user: [{at_ms: 5}]",
                "user: [{at_ms: 5, types: a, stop: true}]",
                "user: [{types: a}]",
                "user: [{at_ms: 5, dances: true}]",
                "user: [{at_ms: 5, stop: false}]",
                "user: [{at_ms: 5, signal: smell, person: ana, confidence: 1}]",
                "user: [{at_ms: 5, signal: voice, person: ana, confidence: 2}]",
                "user: [{at_ms: 5, override: {action: JUMP}}]",
                "user: [{at_ms: 5, override: {action: ENABLE_OVERRIDE, speech_rate: 0}}]",
                "agent: [{says: hi}]",
                "agent: [{when: hi}]",
                "agent: [{when: hi, at_ms: 0, says: hi}]",
                "agent: [{when: hi, calls: [{id: c1}]}]",
                "agent: [{when: hi, calls: [{tool: c1}]}]",
                "tools: {a: {takes: 1}}",
                "tools: {a: {approval: maybe}}",
                "tools: {a: {safety: RISKY}}",
                "tools: {a: {timeout_ms: 0}}",
                "faults: [{at_ms: 1}]",
                "faults: [{at_ms: 1, provider: tts}]",
                "faults: [{at_ms: 1, provider: tts, kind: sulks}]",
                "faults: [{at_ms: 1, provider: tts, name: other, kind: error}]",
                "faults: [{at_ms: 1, lease: lost}]",
                "edges: {sideways: {max_items: 1}}",
                "edges: {tts_out: {strategy: burn}}",
                "edges: {tts_out: {max_items: 4, strategy: drop, high: 5, low: 1}}",
                "edges: {tts_out: {max_items: 4, strategy: drop, high: 3, low: 3}}",
                "edges: {tts_out: {max_items: 4, strategy: drop, max_block_ms: 3}}",
                "budget: {euros: 5}",
                "budget: [1]",
                "agent: [",
            })
    void namesTheLineOfAMistake(String mistake) {
        BadScenario bad = assertThrows(BadScenario.class, () -> ScenarioReader.yaml("name: x\n" + mistake + "\n"));
        assertTrue(bad.line() == 2 || bad.line() == 3, bad.line() + ": " + bad.reason());
        assertTrue(bad.reason().lines().count() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "- a", "seed: 1", "name: a\nname: b"})
    void refusesWhatIsNoScenario(String text) {
        assertThrows(BadScenario.class, () -> ScenarioReader.yaml(text));
    }

    @Test
    void refusesWhatIsNestedWithoutEnd() {
        String deep = "name: x\nexpect: " + "[".repeat(100_000);
        BadScenario bad = assertThrows(BadScenario.class, () -> ScenarioReader.yaml(deep));
        assertTrue(bad.reason().contains("nested deeper than"), bad.reason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "\"off\"", "false"})
    void readsOffHoweverItIsWritten(String off) throws BadScenario {
        assertEquals(
                dev.parley.session.settings.Settings.Preemptive.OFF,
                ScenarioReader.yaml("name: x\nsettings: {preemptive: " + off + "}\n")
                        .settings()
                        .preemptive());
    }
}
