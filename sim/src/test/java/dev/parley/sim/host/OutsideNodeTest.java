package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.external.ProcessFilter;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stream pipeline item 25: a node in a process of its own acts in a conversation, behind a boundary. */
class OutsideNodeTest {
    private static final String SCRIPT = """
        name: outside
        agent:
          - {when: hello, says: "good day", audio_ms: 20}
          - {when: die, says: "crash now", audio_ms: 20}
          - {when: wait, says: "silence please", audio_ms: 20}
        settings: {llm_total_ms: 1, llm_first_ms: 1, tts_first_ms: 1}
        """;

    @TempDir
    private Path directory;

    private LiveHost live;
    private @Nullable ProcessFilter filter;
    private String session = "";

    @BeforeEach
    void start() throws IOException {
        live = new LiveHost(directory, 1, new HostListener() {}, (_, _) -> {});
    }

    @AfterEach
    void stop() throws IOException {
        live.close();
        if (filter != null) {
            filter.close();
        }
    }

    private static String pipeline(long timeoutMs, String degrade) {
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FilterChild.class.getName());
        String words = command.stream().map(word -> '"' + word + '"').collect(Collectors.joining(", ", "[", "]"));
        return """
            parley: pipeline/1
            name: outside
            version: 1.0.0
            profile: advanced
            budgets: {turn: {time_ms: unlimited}, node: {time_ms: unlimited}}
            nodes:
              - {id: microphone, type: microphone}
              - {id: ear, type: stt}
              - {id: mind, type: llm}
              - id: polish
                type: external
                external:
                  command: %s
                  accepts: [text.delta]
                  emits: [text.delta]
                  timeout_ms: %d
                  start_ms: %d
              - {id: mouth, type: tts}
              - {id: speaker, type: playback}
            edges:
              - {id: heard, from: microphone, to: ear}
              - {id: words, from: ear, to: mind}
              - {id: raw, from: mind, to: polish}
              - {id: text, from: polish, to: mouth}
              - {id: sound, from: mouth, to: speaker, carries: audio.speech}
            %s
            """.formatted(words, timeoutMs, timeoutMs, degrade);
    }

    private void open(String yaml) throws BadScenario {
        ConversationPipeline pipeline = ConversationPipeline.read("outside.yaml", yaml);
        Scenario scenario = ScenarioReader.yaml(SCRIPT);
        ProcessFilter opened = new ProcessFilter(
                "polish", pipeline.filter().orElseThrow().spec().external().orElseThrow(), LiveHost.CLOCK);
        filter = opened;
        long origin = LiveHost.CLOCK.monotonicNanos();
        session = live.open(new SessionHost.Wanted(
                "outside",
                new SessionCreated("outside", null, null, null, null, null, null, null, null, null, Json.Obj.EMPTY),
                scenario.settings(),
                pipeline,
                place -> {
                    ConversationLoop.Ports world = ScenarioRun.world(scenario, origin, place);
                    return new ConversationLoop.Ports(
                            world.time(),
                            world.timers(),
                            world.journal(),
                            world.providers()
                                    .with(Map.of(
                                            Modality.FILTER,
                                            List.of(GuardedProvider.of(opened, new CircuitBreaker(99, 1))))),
                            world.tools(),
                            world.people());
                }));
    }

    /** Types this, waits for the end of its turn, and returns everything that was recorded so far. */
    private List<Rune> say(String text) throws InterruptedException {
        CountDownLatch closed = live.expect(session, "turn.closed", 1);
        live.type(session, text);
        LiveHost.await(closed);
        return live.recorded(session);
    }

    private static List<String> texts(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .toList();
    }

    @Test
    void whatItMakesOfTheReplyIsSaidAndWhatTheModelWroteIsKept() throws Exception {
        open(pipeline(60_000, ""));
        List<Rune> runes = say("hello");
        assertEquals(List.of("GOOD DAY"), texts(runes, "agent.reply"));
        assertEquals(List.of("good day"), texts(runes, "speech.rewritten"));
        assertEquals(List.of("completed"), LiveHost.reasons(runes, "turn.completed"));
    }

    @Test
    void aCrashEndsItsTurnAndTheNextOneHasANewProcessUntilItHasFailedTooOften() throws Exception {
        open(pipeline(60_000, ""));
        assertEquals(List.of("provider_error"), LiveHost.reasons(say("die"), "turn.error"));
        assertEquals(List.of("GOOD DAY"), texts(say("hello"), "agent.reply"));
        say("die");
        say("die");
        List<Rune> runes = say("hello");
        assertEquals(4, LiveHost.reasons(runes, "turn.error").size());
        List<String> outcomes = LiveHost.reasons(runes, "provider.outcome");
        assertTrue(outcomes.stream().anyMatch(reason -> reason.contains("ended with 3")), outcomes.toString());
        assertTrue(outcomes.stream().anyMatch(reason -> reason.contains("is not started again")), outcomes.toString());
    }

    @Test
    void whatItDoesNotAnswerInTimeIsSaidAsItIsWhereThePipelineSaysSo() throws Exception {
        open(pipeline(2_000, "degrade: [{when: provider_error, node: polish, action: skip}]"));
        List<Rune> runes = say("wait");
        assertEquals(List.of("silence please"), texts(runes, "agent.reply"));
        assertTrue(runes.stream()
                .anyMatch(rune -> rune.kind().equals("control.degraded")
                        && "skip".equals(rune.payload().text("action"))));
    }
}
