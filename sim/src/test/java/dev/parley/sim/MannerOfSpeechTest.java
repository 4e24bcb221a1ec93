package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.ProviderRequest;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop;
import dev.parley.session.port.People;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A person's override governs the next reply, whether or not its sound was made before the override came (ruling S18). */
class MannerOfSpeechTest {
    private static final String ANA = """
            name: manners
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {allergy: peanuts}}
            """;

    private final MemoryJournal journal = new MemoryJournal();
    private final List<String> asked = new ArrayList<>();

    private void run(String yaml) throws BadScenario {
        ScenarioRun.into(
                ScenarioReader.yaml(ANA + yaml),
                (_, _) -> journal,
                ports -> new ConversationLoop.Ports(
                        ports.time(),
                        ports.timers(),
                        ports.journal(),
                        ProvidersAround.noting(ports.providers(), (_, request) -> {
                            if (request instanceof ProviderRequest.Synthesize speech) {
                                asked.add(speech.text() + " " + speech.rate().toPlainString());
                            }
                        }),
                        ports.tools(),
                        (recorder, clock) -> understanding(ports.people().open(recorder, clock))));
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
    }

    /** People who are understood when they ask for slower speech. */
    private static People understanding(People people) {
        return (People) Proxy.newProxyInstance(
                People.class.getClassLoader(), new Class<?>[] {People.class}, (_, method, arguments) -> {
                    if (method.getName().equals("manner")) {
                        return String.valueOf(arguments[0]).contains("slower")
                                ? Json.Obj.EMPTY
                                        .with("scope", "session")
                                        .with("speech_rate", new Json.Num(new BigDecimal("0.5")))
                                : null;
                    }
                    try {
                        return method.invoke(people, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private List<Long> playedMs() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("playback.ended"))
                .map(MannerOfSpeechTest::playedMs)
                .toList();
    }

    private static long playedMs(Rune rune) {
        return Objects.requireNonNull(rune.payload().number("played_ms")).longValue();
    }

    @Test
    void theAnswerToAWishForSlowerSpeechIsSlowThoughItWasMadeAhead() throws BadScenario {
        run("""
                settings: {preemptive: llm+tts, llm_first_ms: 100, llm_total_ms: 100}
                user: [{from_ms: 0, to_ms: 1000, says: "speak slower", by: ana}]
                agent: [{when: slower, says: "I will.", audio_ms: 500}]
                """);
        assertEquals(List.of("I will. 1", "I will. 0.5"), asked);
        assertEquals(List.of(1_000L), playedMs());
    }

    @Test
    void whatWasMadeAheadInTheRightMannerIsNotMadeTwice() throws BadScenario {
        run("""
                settings: {preemptive: llm+tts, llm_first_ms: 100, llm_total_ms: 100}
                user:
                  - {at_ms: 0, override: {action: ENABLE_OVERRIDE, speech_rate: 0.5}, by: ana}
                  - {from_ms: 0, to_ms: 1000, says: "speak slower", by: ana}
                agent: [{when: slower, says: "I will.", audio_ms: 500}]
                """);
        assertEquals(List.of("I will. 0.5"), asked);
        assertEquals(List.of(1_000L), playedMs());
    }

    private static final String TWO_REPLIES = """
            user:
              - {at_ms: 0, types: weather, by: ana}
              - {at_ms: 1500, override: {action: ENABLE_OVERRIDE, speech_rate: 0.5, forced_captions: true}, by: ana}
            tools: {weather: {takes_ms: 100, returns: {sky: clear}}}
            agent:
              - {when: weather, says: "FIRST", audio_ms: 4000, calls: [{id: c1, tool: weather}]}
              - {when_result: c1, says: "It is sunny.", audio_ms: 1000}
            """;

    @Test
    void aReplyThatWaitsBehindAnotherIsSpokenAsThePersonWantsItNow() throws BadScenario {
        run(TWO_REPLIES.replace("FIRST", "I look out of the window."));
        assertEquals(List.of("I look out of the window. 1", "It is sunny. 1", "It is sunny. 0.5"), asked);
        assertEquals(List.of(4_000L, 2_000L), playedMs());
        assertEquals(List.of("It is sunny."), captions());
    }

    @Test
    void soIsAReplyThatWaitsForSentencesThatAreJudgedOneByOne() throws BadScenario {
        run(TWO_REPLIES.replace("FIRST", "You are allergic to peanuts. I look out of the window now."));
        assertEquals("It is sunny. 0.5", asked.getLast());
        assertEquals(2_000L, playedMs().getLast());
    }

    /** All sentences of a reply that is being written are spoken in the manner in which the first of them began. */
    @Test
    void aReplyThatIsBeingWrittenTakesTheMannerOfTheMomentAtWhichItBegins() throws BadScenario {
        run("""
                user:
                  - {at_ms: 0, types: weather, by: ana}
                  - {at_ms: 1500, override: {action: ENABLE_OVERRIDE, speech_rate: 0.5}, by: ana}
                tools: {weather: {takes_ms: 100, returns: {sky: clear}}}
                agent:
                  - {when: weather, says: "I look out of the window.", audio_ms: 4000, calls: [{id: c1, tool: weather}]}
                  - {when_result: c1, audio_ms: 2000, model: {deltas: [[100, "One two. "], [6000, "Three four."]]}}
                """);
        assertEquals(List.of("I look out of the window. 1", "One two. 1", "One two. 0.5", "Three four. 0.5"), asked);
    }

    private List<String> captions() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("caption"))
                .map(rune -> rune.payload().text("pii_text"))
                .toList();
    }
}
