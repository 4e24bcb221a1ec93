package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Stream pipeline items 1 to 4 and 19: what a user's own pipeline says is what runs, and the record holds it. */
class PipelineFileTest {
    private static final String PIPELINE = """
            parley: pipeline/1
            name: own
            version: 2.1.0
            profile: advanced
            budgets:
              turn: {time_ms: 9000}
              node: {time_ms: unlimited}
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
              - {id: sound, from: mouth, to: speaker, carries: audio.speech}
            """;
    private static final String TALK = """
            name: own pipeline
            pipeline: own.yaml
            providers: {llm: [big, small]}
            user: [{at_ms: 0, types: hello}, {at_ms: 5000, types: hello}]
            agent: [{when: hello, says: "Hello.", audio_ms: 500}]
            """;

    private static Scenario scenario(String pipeline) throws BadScenario {
        return ScenarioReader.yaml(TALK, name -> pipeline);
    }

    private static List<Rune> run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return journal.runes();
    }

    private static List<Json.Obj> of(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(Rune::payload)
                .toList();
    }

    @Test
    void thePlanOfEveryTurnCanBeReadFromTheRecordAndHasItsHash() throws BadScenario {
        List<Rune> runes = run(scenario(PIPELINE));
        Json.Obj shared = of(runes, "session.pipeline").getFirst();
        assertEquals("own", shared.text("pipeline"));
        assertEquals("2.1.0", shared.text("version"));
        List<Json.Obj> plans = of(runes, "turn.plan");
        assertEquals(2, plans.size());
        List<String> opened = runes.stream()
                .filter(rune -> rune.kind().equals("turn.started"))
                .map(rune -> String.valueOf(rune.payload().text("plan")))
                .toList();
        for (int turn = 0; turn < plans.size(); turn++) {
            Json.Obj own = without(plans.get(turn), "hash");
            byte[] whole = CanonicalJson.bytes(shared.with("turn", own));
            String hash = new RuneChain().content(whole, 0, whole.length).hex();
            assertEquals(opened.get(turn), hash);
            assertEquals(hash, plans.get(turn).text("hash"));
        }
        assertNotEquals(opened.getFirst(), opened.getLast());
    }

    private static Json.Obj without(Json.Obj object, String key) {
        java.util.Map<String, Json> fields = new java.util.LinkedHashMap<>(object.fields());
        fields.remove(key);
        return new Json.Obj(fields);
    }

    @Test
    void thePlanNamesWhoIsAskedInTheOrderOfTheFileAndWhatTheyCanDo() throws BadScenario {
        Json.Obj plan = of(run(scenario(PIPELINE)), "turn.plan").getFirst();
        Json.Obj bindings = object(plan, "bindings");
        assertEquals("[\"small\",\"big\"]", String.valueOf(canonical(bindings.get("mind"))));
        assertEquals("[\"primary\"]", canonical(bindings.get("mouth")));
        assertTrue(canonical(object(plan, "capabilities").get("llm:small")).contains("streams"));
        assertEquals("FULL", plan.text("posture"));
        assertEquals("ADMIT", plan.text("admission"));
    }

    private static Json.Obj object(Json.Obj of, String key) {
        return (Json.Obj) java.util.Objects.requireNonNull(of.get(key));
    }

    private static String canonical(@Nullable Json json) {
        return json == null ? "" : json.canonical();
    }

    @Test
    void aRecordedScenarioRunsAgainWithoutItsFile() throws BadScenario {
        Scenario scenario = scenario(PIPELINE);
        List<Rune> runes = run(scenario);
        List<Rune> again = run(ScenarioReader.recorded(scenario.source()));
        assertEquals(ScenarioResult.logHash(runes), ScenarioResult.logHash(again));
    }

    @Test
    void theProfileSuppliesWhatTheFileLeavesOut() throws BadScenario {
        Json.Obj shared = of(run(scenario(PIPELINE)), "session.pipeline").getFirst();
        assertEquals("advanced", shared.text("profile"));
        assertEquals("3000", canonical(object(object(shared, "budgets"), "path").get("time_ms")));
        String simple = PIPELINE.replace("profile: advanced", "profile: simple");
        assertNotNull(of(run(scenario(simple)), "session.pipeline").getFirst());
    }

    @Test
    void aMistakeInTheFileIsToldWithItsLine() {
        for (String[] mistake : new String[][] {
            {"type: tts}", "type: tts, colour: red}", "own.yaml:12"},
            {"type: stt}", "type: gain}", "own.yaml:16"},
            {"version: 2.1.0", "version: two", "own.yaml:3"},
            {"id: mouth, type: tts", "id: mouth, type: tts, fan_out: copy", "own.yaml:12"},
        }) {
            BadScenario bad = assertThrows(
                    BadScenario.class, () -> scenario(PIPELINE.replace(mistake[0], mistake[1])), mistake[1]);
            assertEquals(2, bad.line());
            assertTrue(bad.reason().contains(mistake[2]), bad.reason());
        }
    }

    @Test
    void aTurnDoesNotOpenIfNobodyWhomThePipelineNamesIsThere() throws BadScenario {
        List<Rune> runes = run(scenario(PIPELINE.replace("[small, big]", "[elsewhere]")));
        assertEquals(0, of(runes, "turn.started").size());
        assertEquals(
                "plan.unbound",
                of(runes, "system.invariant_violation").getFirst().text("id"));
    }

    @Test
    void whatABudgetSaysIsRecordedInOrder() throws BadScenario {
        String tight = PIPELINE.replace("time_ms: 9000}", "time_ms: 400, warn_percent: 50, on_exhausted: degrade}")
                + "degrade: [{when: budget_exhausted, node: mouth, action: shorten}]\n";
        List<String> told = run(scenario(tight)).stream()
                .filter(rune -> rune.turn() == 1)
                .map(Rune::kind)
                .filter(kind -> kind.startsWith("control.budget") || kind.equals("control.degraded"))
                .toList();
        assertEquals(List.of("control.budget_warning", "control.budget_exhausted", "control.degraded"), told);
    }
}
