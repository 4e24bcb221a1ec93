package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stream pipeline item 19: the budget of a node counts tokens and calls of a model as well as its time. */
class NodeSpendingTest {
    private static final String PIPELINE = """
            parley: pipeline/1
            name: own
            version: 1.0.0
            profile: advanced
            budgets: {turn: {time_ms: unlimited}, path: {time_ms: unlimited}, node: {time_ms: unlimited}, edge: {time_ms: unlimited}}
            nodes:
              - {id: microphone, type: microphone}
              - {id: ear, type: stt}
              - {id: mind, type: llm, providers: [small, big], budget: {time_ms: unlimited, WHAT}}
              - {id: mouth, type: tts}
              - {id: speaker, type: playback}
            edges:
              - {id: heard, from: microphone, to: ear}
              - {id: words, from: ear, to: mind}
              - {id: text, from: mind, to: mouth}
              - {id: sound, from: mouth, to: speaker, carries: audio.speech}
            """;
    private static final String WRITER = """
            name: writer
            pipeline: own.yaml
            providers: {llm: [small, big]}
            user: [{at_ms: 0, types: "tell me"}]
            agent: [{when: "tell", audio_ms: 5000, model: {deltas: [[100, "One two three. "], [1000, "Four five. "], [2000, "Six."]]}}]
            """;
    private static final String CALLER = """
            name: caller
            pipeline: own.yaml
            providers: {llm: [small, big]}
            user: [{at_ms: 0, types: "go"}]
            agent:
              - {when: go, calls: [{id: c1, tool: look, args: {}}, {id: c2, tool: look, args: {}}]}
              - {when_result: c2, says: "Done.", audio_ms: 500}
            tools: {look: {takes_ms: 100, returns: {}, safety: READ, approval: none}}
            """;

    private static List<Rune> run(String talk, String budget) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(talk, _ -> PIPELINE.replace("WHAT", budget)), journal);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
        return journal.runes();
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
        return told(runes, "control.budget_exhausted", "scope", "id", "resource", "spent", "outcome");
    }

    @Test
    void aModelThatWritesMoreThanItMayEndsTheTurn() throws BadScenario {
        List<Rune> runes = run(WRITER, "tokens: 4, on_exhausted: terminate");
        assertEquals(List.of("1 node mind tokens 5 terminate"), exhausted(runes));
        assertEquals(List.of("1 budget"), told(runes, "turn.error", "reason"));
    }

    @Test
    void beyondItsTokensAModelGoesOnWhereThePlanSaysSo() throws BadScenario {
        List<Rune> runes = run(WRITER, "tokens: 4, on_exhausted: continue");
        assertEquals(List.of("1 node mind tokens 5 continue"), exhausted(runes));
        assertEquals(List.of("1 INV-AGENT-BUDGET"), told(runes, "system.invariant_violation", "id"));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void theNextRoundIsForAnotherModelOnceTheFirstHasSpentItsCalls() throws BadScenario {
        List<Rune> runes = run(CALLER, "tool_calls: 1, on_exhausted: fallback");
        assertEquals(List.of("1 node mind tool_calls 2 fallback"), exhausted(runes));
        assertEquals(
                List.of("1 llm small", "1 llm big", "1 tts primary"), told(runes, "provider.call", "provider", "name"));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void aModelThatCallsMoreThanItMayEndsTheTurnAndNothingRuns() throws BadScenario {
        List<Rune> runes = run(CALLER, "tool_calls: 1, on_exhausted: terminate");
        assertEquals(List.of("1 budget"), told(runes, "turn.error", "reason"));
        assertEquals(List.of(), told(runes, "tool.result", "call"));
    }

    @Test
    void aNodeInAnotherProcessHasItsTimeToo() throws BadScenario {
        String polish = "{id: polish, type: external, budget: {time_ms: 300, on_exhausted: terminate}, external: {"
                + "command: [/usr/bin/polish], accepts: [text.delta], emits: [text.delta], timeout_ms: 5000}}";
        String between = PIPELINE.replace(", budget: {time_ms: unlimited, WHAT}", "")
                .replace("- {id: mouth, type: tts}", "- " + polish + "\n  - {id: mouth, type: tts}")
                .replace(
                        "- {id: text, from: mind, to: mouth}",
                        "- {id: raw, from: mind, to: polish}\n  - {id: text, from: polish, to: mouth}");
        MemoryJournal journal = new MemoryJournal();
        String slow = WRITER + "faults: [{at_ms: 0, provider: filter, name: polish, kind: timeout}]\n";
        ScenarioRun.into(ScenarioReader.yaml(slow, _ -> between), journal);
        assertEquals(List.of("1 node polish wall_ms 300 terminate"), exhausted(journal.runes()));
        assertEquals(List.of("1 budget"), told(journal.runes(), "turn.error", "reason"));
    }

    @Test
    void whatIsThoughtAheadIsGivenUpAlone() throws BadScenario {
        List<Rune> runes = run(
                WRITER.replace("{at_ms: 0, types: \"tell me\"}", "{from_ms: 0, to_ms: 1000, says: \"tell me\"}")
                        + "settings: {preemptive: llm, endpointing_ms: 4000}\n",
                "tokens: 4, on_exhausted: terminate");
        assertEquals("0 node mind tokens 5 terminate", exhausted(runes).getFirst());
    }
}
