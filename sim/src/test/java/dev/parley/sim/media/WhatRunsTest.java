package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.session.ConversationLoop;
import dev.parley.session.port.TextChannel;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The recorded plan names the nodes that work in this conversation and no others, however it is held. */
class WhatRunsTest {
    private static final String HELLO = """
            name: hello
            user: [{at_ms: 0, types: hello}]
            agent: [{when: hello, says: "Hello.", audio_ms: 500}]
            """;
    private static final String OWN = """
            parley: pipeline/1
            name: own
            version: 1.0.0
            profile: advanced
            budgets: {turn: {time_ms: unlimited}, node: {time_ms: unlimited}}
            nodes:
              - {id: microphone, type: microphone}
              - {id: ear, type: stt}
              - {id: mind, type: llm}
              - {id: mouth, type: tts}
              - {id: speaker, type: playback}
            edges:
              - {id: heard, from: microphone, to: ear}
              - {id: words, from: ear, to: mind}
              - {id: text, from: mind, to: mouth}
              - {id: sound, from: mouth, to: speaker, carries: audio.speech}
            degrade: [{when: budget_exhausted, node: mouth, action: shorten}]
            """;

    private static final TextChannel SCREEN = new TextChannel() {
        @Override
        public void show(String piece) {}

        @Override
        public void end(boolean whole) {}
    };

    private static List<Rune> written(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(
                scenario,
                (_, _) -> journal,
                ports -> new ConversationLoop.Ports(
                        ports.time(),
                        ports.timers(),
                        ports.journal(),
                        ports.providers(),
                        ports.tools(),
                        ports.people(),
                        SCREEN,
                        null));
        return journal.runes();
    }

    private static Json.Obj first(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .findFirst()
                .orElseThrow()
                .payload();
    }

    private static List<String> nodes(Json.Obj shared) {
        return each(shared, "nodes").stream().map(node -> node.text("id")).toList();
    }

    private static List<String> edges(Json.Obj shared) {
        return each(shared, "edges").stream()
                .map(edge -> edge.text("id") + ": " + edge.text("from") + " to " + edge.text("to"))
                .toList();
    }

    private static List<Json.Obj> each(Json.Obj shared, String key) {
        return ((Json.Arr) Objects.requireNonNull(shared.get(key)))
                .items().stream().map(Json.Obj.class::cast).toList();
    }

    private static List<String> keys(Json.Obj of, String key) {
        return List.copyOf(
                ((Json.Obj) Objects.requireNonNull(of.get(key))).fields().keySet());
    }

    @Test
    void whatIsWrittenHasNoSound() throws BadScenario {
        List<Rune> runes = written(ScenarioReader.yaml(HELLO));
        Json.Obj shared = first(runes, "session.pipeline");
        assertEquals(List.of("keyboard", "llm", "screen"), nodes(shared));
        assertEquals(List.of("llm_in: keyboard to llm", "tts_out: llm to screen"), edges(shared));
        assertEquals("screen", shared.text("commit_on"));
        Json.Obj plan = first(runes, "turn.plan");
        assertEquals(List.of("llm"), keys(plan, "bindings"));
        assertEquals(List.of("llm:primary"), keys(plan, "capabilities"));
    }

    @Test
    void ofAFileTheWrittenPartRuns() throws BadScenario {
        List<Rune> runes = written(ScenarioReader.yaml(HELLO + "pipeline: own.yaml\n", name -> OWN));
        Json.Obj shared = first(runes, "session.pipeline");
        assertEquals(List.of("keyboard", "mind", "screen"), nodes(shared));
        assertEquals(List.of("words: keyboard to mind", "sound: mind to screen"), edges(shared));
        assertEquals(List.of(), each(shared, "degrade"));
    }

    @Test
    void voicesThatAreEventsNeedNoDetector() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(HELLO), journal);
        Json.Obj shared = first(journal.runes(), "session.pipeline");
        assertEquals(List.of("microphone", "stt", "llm", "tts", "playback"), nodes(shared));
        assertEquals("stt_in: microphone to stt", edges(shared).getFirst());
    }

    @Test
    void inSoundTheDetectorIsANode() {
        VoiceCall call = new VoiceCall("agent: [{when: hello, says: Hello.}]", "hello").burst(1_000, 2_000);
        call.hold(5_000);
        assertEquals(
                List.of("microphone", "vad", "stt", "llm", "tts", "playback"),
                nodes(call.rune("session.pipeline").payload()));
        assertEquals(
                List.of("llm", "stt", "tts", "vad"), keys(call.rune("turn.plan").payload(), "bindings"));
    }

    @Test
    void whoeverJudgesTheEndIsANodeToo() {
        VoiceCall call = new VoiceCall("agent: [{when: hello, says: Hello.}]", "hello").burst(1_000, 2_000);
        call.speakWith(Modality.END_OF_TURN, call.judge(900));
        call.hold(5_000);
        assertEquals(
                List.of("microphone", "vad", "stt", "end_of_turn", "llm", "tts", "playback"),
                nodes(call.rune("session.pipeline").payload()));
    }

    @Test
    void aFileWithoutADetectorIsGivenTheOneThatWorks() throws BadScenario {
        VoiceCall call = new VoiceCall(
                        ScenarioReader.yaml(HELLO + "pipeline: own.yaml\n", name -> OWN), List.of("hello"))
                .burst(1_000, 2_000);
        call.hold(5_000);
        Json.Obj shared = call.rune("session.pipeline").payload();
        assertEquals(List.of("microphone", "vad", "ear", "mind", "mouth", "speaker"), nodes(shared));
        assertEquals("heard: vad to ear", edges(shared).getFirst());
        assertEquals("vad_in: microphone to vad", edges(shared).getLast());
    }
}
