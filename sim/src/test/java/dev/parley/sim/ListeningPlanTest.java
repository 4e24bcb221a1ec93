package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is done outside a turn, listening and thinking ahead, is done as the pipeline says, too. */
class ListeningPlanTest {
    private static final String PIPELINE = """
            parley: pipeline/1
            name: own
            version: 1.0.0
            profile: advanced
            budgets: {turn: {time_ms: unlimited}, path: {time_ms: unlimited}, node: {time_ms: unlimited}, edge: {time_ms: unlimited}}
            nodes:
              - {id: microphone, type: microphone}
              - {id: ear, type: stt, providers: [sharp, dull]EAR}
              - {id: mind, type: llm, providers: [small, big]MIND}
              - {id: mouth, type: tts}
              - {id: speaker, type: playback}
            edges:
              - {id: heard, from: microphone, to: ear}
              - {id: words, from: ear, to: mind}
              - {id: text, from: mind, to: mouth}
              - {id: sound, from: mouth, to: speaker, carries: audio.speech}
            """;
    private static final String TALK = """
            name: listening
            pipeline: own.yaml
            providers: {stt: [dull, sharp], llm: [big, small]}
            user: [{from_ms: 0, to_ms: 4000, says: hello}]
            agent: [{when: hello, says: "Hello.", audio_ms: 500}]
            """;

    private static List<Rune> run(String talk, String ear, String mind) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(
                ScenarioReader.yaml(talk, _ -> PIPELINE.replace("EAR", ear).replace("MIND", mind)), journal);
        return journal.runes();
    }

    private static String budget(String what) {
        return ", budget: {time_ms: 400, on_exhausted: " + what + "}";
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

    @Test
    void whoListensIsAskedInTheOrderOfTheFile() throws BadScenario {
        assertEquals(
                List.of("0 stt sharp", "1 llm small", "1 tts primary"),
                told(run(TALK, "", ""), "provider.call", "provider", "name"));
    }

    @Test
    void whoThinksAheadIsAskedInTheOrderOfTheFile() throws BadScenario {
        assertEquals(
                List.of("0 stt sharp", "0 llm small", "1 tts primary"),
                told(run(TALK + "settings: {preemptive: llm}\n", "", ""), "provider.call", "provider", "name"));
    }

    @Test
    void listeningCountsFromTheEndOfTheWords() throws BadScenario {
        List<Rune> quick = run(TALK + "settings: {stt_final_ms: 350}\n", budget("terminate"), "");
        assertEquals(List.of(), told(quick, "control.budget_exhausted", "id"));
        assertEquals(List.of("0 ear"), told(quick, "control.budget_warning", "id"));
        assertEquals(1, told(quick, "turn.completed", "reason").size());
    }

    @Test
    void whoListensTooSlowlyIsLeftForTheNext() throws BadScenario {
        List<Rune> runes = run(
                TALK
                        + "faults: [{at_ms: 0, provider: stt, name: sharp, kind: timeout, for_ms: 4300}]\nsettings: {provider_timeout_ms: 20000}\n",
                budget("fallback"),
                "");
        assertEquals(List.of("0 sharp dull"), told(runes, "control.provider_switch", "from", "to"));
        assertEquals(List.of("0 ear 400 fallback"), told(runes, "control.budget_exhausted", "id", "spent", "outcome"));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void wordsThatTakeTooLongAreLostAndNoTurnEndsForThem() throws BadScenario {
        List<Rune> runes = run(TALK + "settings: {stt_final_ms: 3000}\n", budget("terminate"), "");
        assertEquals(List.of("0 ear 400 terminate"), told(runes, "control.budget_exhausted", "id", "spent", "outcome"));
        assertEquals(1, told(runes, "voice.lost", "segment").size());
        assertEquals(List.of(), told(runes, "turn.started", "plan"));
    }

    @Test
    void inABargeInTheOpenTurnIsNotEndedByTheBudgetOfTheEar() throws BadScenario {
        List<Rune> runes = run("""
                name: barge-in
                pipeline: own.yaml
                providers: {stt: [dull, sharp], llm: [big, small]}
                settings: {stt_final_ms: 3000, interrupt_min_words: 1}
                user: [{at_ms: 0, types: hello}, {from_ms: 2000, to_ms: 4000, says: "what"}]
                agent: [{when: hello, says: "Hello.", audio_ms: 20000}]
                """, budget("terminate"), "");
        assertEquals(List.of("0 ear 400 terminate"), told(runes, "control.budget_exhausted", "id", "spent", "outcome"));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void aModelThatThinksAheadTooLongIsLeftForTheNext() throws BadScenario {
        List<Rune> runes = run(TALK + """
                        settings: {preemptive: llm, llm_total_ms: 700, endpointing_ms: 3000}
                        """, "", budget("fallback"));
        assertEquals(List.of("0 mind 400 fallback"), told(runes, "control.budget_exhausted", "id", "spent", "outcome"));
        assertEquals(List.of("0 small big"), told(runes, "control.provider_switch", "from", "to"));
        assertEquals(List.of("1 completed"), told(runes, "turn.completed", "reason"));
    }

    @Test
    void thePlanOfListeningIsRecordedWithItsHash() throws BadScenario {
        List<Rune> runes = run(TALK, "", "");
        Json.Obj shared = first(runes, "session.pipeline");
        Json.Obj plan = first(runes, "session.plan");
        Map<String, Json> own = new LinkedHashMap<>(plan.fields());
        own.remove("hash");
        byte[] whole = CanonicalJson.bytes(shared.with("turn", new Json.Obj(own)));
        assertEquals(
                plan.text("hash"),
                new RuneChain().content(whole, 0, whole.length).hex());
        assertTrue(Objects.requireNonNull(plan.get("bindings")).canonical().contains("\"ear\":[\"sharp\",\"dull\"]"));
    }

    private static Json.Obj first(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .findFirst()
                .orElseThrow()
                .payload();
    }
}
