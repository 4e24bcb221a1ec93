package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Silence in an open turn is noticed, filled once, and keeps no stuck turn alive. */
class DeadAirTest {
    private static List<Rune> played(String settings) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: silence
                seed: 1
                settings: %s
                user:
                  - {at_ms: 100, types: "weather"}
                agent:
                  - {when: "weather", says: "Sunny.", audio_ms: 1000}
                """.formatted(settings)), journal);
        return journal.runes();
    }

    private static List<String> at(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> rune.envelope().monotonicNanos() / 1_000_000 + " in " + rune.turn())
                .toList();
    }

    @Test
    void aLongSilenceLeavesARuneAndIsFilledOnceInATurn() throws BadScenario {
        List<Rune> runes = played("{dead_air_ms: 1000, filler: \"One moment.\", llm_total_ms: 9000}");
        assertEquals("1100 in 1", at(runes, "turn.dead_air").getFirst());
        assertEquals("1300 in 1", at(runes, "playback.started").getFirst(), "the filler, as soon as it is made");
        assertEquals(2, at(runes, "playback.started").size(), "one filler and the answer");
        assertEquals(2, at(runes, "turn.dead_air").size(), "the silence after the filler is another one");
        assertEquals("9300 in 1", at(runes, "playback.started").getLast());
        assertEquals(List.of("10300 in 1"), at(runes, "turn.completed"));
    }

    @Test
    void withoutASettingNothingIsNoticed() throws BadScenario {
        assertEquals(List.of(), at(played("{llm_total_ms: 9000}"), "turn.dead_air"));
        assertEquals(List.of(), at(played("{dead_air_ms: 1000}"), "turn.dead_air"), "nor where nobody waits long");
    }

    @Test
    void aSilenceThatWasNoticedDoesNotKeepAStuckTurnAlive() throws BadScenario {
        List<Rune> runes = played("{dead_air_ms: 1000, stuck_turn_ms: 5000, llm_total_ms: 90000}");
        assertEquals(List.of("1100 in 1"), at(runes, "turn.dead_air"));
        assertEquals(List.of("5100 in 1"), at(runes, "turn.error"));
    }

    private static List<Rune> told(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("name: silence\n" + yaml), journal);
        return journal.runes();
    }

    /** The voice fails in the middle of the answer, and it takes five seconds until another one goes on. */
    @Test
    void aVoiceThatIsStalledIsSilent() throws BadScenario {
        List<Rune> runes = told("""
                settings: {dead_air_ms: 1000, tts_first_ms: 5000, provider_timeout_ms: 9000}
                providers: {tts: [primary, backup]}
                faults: [{at_ms: 6000, provider: tts, name: primary, kind: disconnect, for_ms: 100}]
                user: [{at_ms: 100, types: "weather"}]
                agent: [{when: "weather", says: "It is sunny today.", audio_ms: 3000}]
                """);
        assertEquals(List.of("6000 in 1"), at(runes, "playback.stalled"));
        assertEquals(List.of("1100 in 1", "7000 in 1"), at(runes, "turn.dead_air"));
    }

    /** The second sentence is written while the first is heard, and its sound comes 2,400 ms after that is over. */
    @Test
    void theTimeUntilTheNextSentenceIsMadeIsSilent() throws BadScenario {
        List<Rune> runes = told("""
                settings: {dead_air_ms: 1000, filler: "One moment.", tts_first_ms: 3000, provider_timeout_ms: 9000}
                user: [{at_ms: 0, types: "tell me"}]
                agent:
                  - {when: "tell", audio_ms: 2000, model: {deltas: [[100, "One two. "], [3500, "Three four."]]}}
                """);
        assertEquals(List.of("1000 in 1", "5100 in 1"), at(runes, "turn.dead_air"));
        assertEquals(
                List.of("3100 in 1", "6500 in 1"),
                at(runes, "playback.started"),
                "no filler is said behind what it should fill the time before");
    }

    @Test
    void aQuestionThatWaitsForItsAnswerIsNotTheAgentsSilence() throws BadScenario {
        List<Rune> runes = told("""
                settings: {dead_air_ms: 1000}
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user: [{at_ms: 0, types: "order tea", by: ana}, {at_ms: 9000, approves: c1, by: ana}]
                tools: {order: {takes_ms: 2500, approval: required}}
                agent:
                  - {when: "tea", calls: [{id: c1, tool: order}]}
                  - {when_result: c1, says: "Done.", audio_ms: 500}
                """);
        assertEquals(List.of("10000 in 1"), at(runes, "turn.dead_air"), "the tool takes its time, the person may");
    }
}
