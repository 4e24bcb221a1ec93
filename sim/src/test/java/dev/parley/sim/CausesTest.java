package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a rune goes back to. */
class CausesTest {
    private static List<Rune> run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return journal.runes();
    }

    private static List<Rune> run(String yaml) throws BadScenario {
        return run(ScenarioReader.yaml(yaml));
    }

    private static Rune first(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind));
    }

    private static Rune cause(List<Rune> runes, Rune rune) {
        return runes.get((int) rune.envelope().causalParent() - 1);
    }

    @TestFactory
    Stream<DynamicTest> everyRuneOfEveryScenarioNamesItsCauseItsTimesAndItsTurn() {
        return Library.files().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    Scenario scenario = Library.read(file);
                    CausalChains.hold(scenario, run(scenario));
                    RecordProperties.hold(run(scenario));
                }));
    }

    private static final String TOOL = """
            name: a tool and its words
            user:
              - {from_ms: 0, to_ms: 800, says: "measure it"}
            agent:
              - {when: "measure", calls: [{id: c1, tool: measure}]}
              - {when_result: c1, says: "three by four", audio_ms: 1000}
            tools:
              measure: {takes_ms: 300, returns: {size: 1}}
            """;

    @Test
    void anAnswerIsCausedByTheCallAndAResultByTheDispatch() throws Exception {
        List<Rune> runes = run(TOOL);
        Rune outcome = cause(runes, first(runes, "agent.reply"));
        assertEquals("provider.outcome", outcome.kind());
        assertEquals("provider.call", cause(runes, outcome).kind());
        Rune settled = cause(runes, first(runes, "tool.result"));
        assertEquals("verdict.tool", settled.kind());
        assertEquals("tool.dispatched", cause(runes, settled).kind());
    }

    @Test
    void aTurnIsCausedByTheWordsThatOpenIt() throws Exception {
        List<Rune> runes = run(TOOL);
        Rune proposed = first(runes, "verdict.turn");
        Rune at = proposed;
        while (!at.kind().equals("stt.final") && at.envelope().causalParent() > 0) {
            at = cause(runes, at);
        }
        assertEquals("stt.final", at.kind());
    }

    @Test
    void playbackGoesBackToTheVerdictThatAllowedItAndEndsAsItBegan() throws Exception {
        List<Rune> runes = run(TOOL);
        Rune started = first(runes, "playback.started");
        assertEquals("verdict.stream", cause(runes, started).kind());
        assertEquals("PLAY", cause(runes, started).payload().text("action"));
        Rune at = first(runes, "playback.ended");
        while (at.eventId() > started.eventId()) {
            at = cause(runes, at);
        }
        assertEquals(started, at);
    }

    @Test
    void aTimeoutIsCausedByWhatArmedIt() throws Exception {
        List<Rune> runes = run("""
                name: nobody answers
                settings: {approval_timeout_ms: 500}
                user:
                  - {from_ms: 0, to_ms: 800, says: "order"}
                agent:
                  - {when: "order", calls: [{id: c1, tool: order}]}
                  - {when_result: c1, says: "nobody said yes", audio_ms: 1000}
                tools:
                  order: {takes_ms: 300, returns: {ok: true}, approval: required}
                """);
        Rune result = first(runes, "tool.result");
        boolean asked = false;
        for (Rune at = result; at.envelope().causalParent() > 0; at = cause(runes, at)) {
            asked |= at.kind().equals("verdict.tool")
                    && "ask".equals(at.payload().text("action"));
        }
        assertTrue(asked, () -> "the timeout does not go back to the question: " + runes);
    }
}
