package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stream pipeline item 19: the budgets of the path to an answer and of an edge are kept, like those of turn and node. */
class WayBudgetsTest {
    private static final String PIPELINE = """
            parley: pipeline/1
            name: own
            version: 1.0.0
            profile: advanced
            budgets: {turn: {time_ms: unlimited}, path: PATH, node: {time_ms: unlimited}, edge: EDGE}
            nodes:
              - {id: microphone, type: microphone}
              - {id: ear, type: stt}
              - {id: mind, type: llm, providers: [small, big]}
              - {id: mouth, type: tts}
              - {id: speaker, type: playback}
            edges:
              - {id: heard, from: microphone, to: ear}
              - {id: words, from: ear, to: mind}
              - {id: text, from: mind, to: mouth}
              - id: sound
                from: mouth
                to: speaker
                carries: audio.speech
                buffer: {max_items: 10, strategy: block, max_block_ms: 60000, max_queue_ms: 60000, max_latency_ms: 60000, high: 8, low: 4}
            """;
    private static final String NONE = "{time_ms: unlimited}";
    private static final String TALK = """
            name: ways
            pipeline: own.yaml
            providers: {llm: [small, big]}
            settings: {llm_total_ms: 800, tts_first_ms: 200}
            user: [{at_ms: 0, types: hello}]
            agent: [{when: hello, says: "Hello. How are you?", audio_ms: 3000}]
            """;

    private static List<Rune> run(String talk, String path, String edge, String degrade) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        String pipeline = PIPELINE.replace("PATH", path).replace("EDGE", edge) + degrade;
        ScenarioRun.into(ScenarioReader.yaml(talk, _ -> pipeline), journal);
        return journal.runes();
    }

    private static String within(long ms, String outcome) {
        return "{time_ms: " + ms + ", on_exhausted: " + outcome + "}";
    }

    private static List<String> told(List<Rune> runes, String kind, String... fields) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> rune.turn() + " " + fields(rune.payload(), fields))
                .toList();
    }

    private static String fields(Json.Obj payload, String... names) {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            BigDecimal number = payload.number(name);
            all.append(all.isEmpty() ? "" : " ").append(number == null ? payload.text(name) : number);
        }
        return all.toString();
    }

    private static List<String> exhausted(List<Rune> runes) {
        return told(runes, "control.budget_exhausted", "scope", "id", "spent", "outcome");
    }

    @Test
    void anAnswerThatBeginsInTimeHasUsedItsPath() throws BadScenario {
        List<Rune> runes = run(TALK, within(1_001, "terminate"), NONE, "");
        assertEquals(List.of(), exhausted(runes));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void anAnswerThatDoesNotBeginInTimeEndsItsTurn() throws BadScenario {
        List<Rune> runes = run(TALK, within(900, "terminate"), NONE, "");
        assertEquals(List.of("1 path answer 900 terminate"), exhausted(runes));
        assertEquals(List.of("1 budget"), told(runes, "turn.error", "reason"));
    }

    @Test
    void aPathThatIsTooLongIsLeftForTheNextModel() throws BadScenario {
        List<Rune> runes = run(TALK, within(500, "fallback"), NONE, "");
        assertEquals(List.of("1 small big"), told(runes, "control.provider_switch", "from", "to"));
        assertEquals(List.of("1 INV-AGENT-BUDGET"), told(runes, "system.invariant_violation", "id"));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void anAnswerOnALongPathIsShortened() throws BadScenario {
        List<Rune> runes = run(
                TALK,
                within(500, "degrade"),
                NONE,
                "degrade: [{when: budget_exhausted, node: mouth, action: shorten}]\n");
        assertEquals(List.of("1 mouth shorten"), told(runes, "control.degraded", "node", "action"));
    }

    @Test
    void thePathStandsStillWhileSomebodyIsAsked() throws BadScenario {
        List<Rune> runes = run("""
                name: asked
                pipeline: own.yaml
                settings: {llm_total_ms: 200, tts_first_ms: 200}
                providers: {llm: [small, big]}
                user: [{at_ms: 0, types: go}, {at_ms: 5000, approves: c1, by: ana}]
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                agent:
                  - {when: go, calls: [{id: c1, tool: move, args: {}}]}
                  - {when_result: c1, says: "Done.", audio_ms: 500}
                tools: {move: {takes_ms: 100, returns: {}, safety: READ, approval: required}}
                """, within(900, "terminate"), NONE, "");
        assertEquals(List.of(), exhausted(runes));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void anEdgeThatHoldsItsVoiceUpForTooLongEndsTheTurn() throws BadScenario {
        List<Rune> runes = run(TALK, NONE, within(500, "terminate"), "");
        assertEquals(List.of("1 edge sound 500 terminate"), exhausted(runes));
        assertEquals(List.of("1 budget"), told(runes, "turn.error", "reason"));
    }

    @Test
    void anEdgeThatFlowsAgainInTimeHasNotUsedIt() throws BadScenario {
        List<Rune> runes = run(TALK.replace("3000", "400"), NONE, within(500, "terminate"), "");
        assertEquals(1, told(runes, "control.flow_xoff", "edge").size());
        assertEquals(List.of(), exhausted(runes));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void anEdgeUnderPressureDegradesItsNodes() throws BadScenario {
        List<Rune> runes = run(
                TALK,
                NONE,
                within(500, "degrade"),
                "degrade: [{when: budget_exhausted, node: mouth, action: shorten}, {when: budget_exhausted, node: mind, action: fallback}]\n");
        assertEquals(List.of("1 mouth shorten"), told(runes, "control.degraded", "node", "action"));
    }
}
