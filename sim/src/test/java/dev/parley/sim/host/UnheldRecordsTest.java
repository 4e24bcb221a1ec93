package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.pipeline.place.Placement;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import dev.parley.sim.UnheldRecord;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import dev.parley.state.ConversationState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is written into a conversation that nobody runs is written by the right of a lease, and by one host alone. */
class UnheldRecordsTest {
    private static final String WORLD = """
        name: left
        user:
          - {at_ms: 0, types: "tell me", by: ana}
        agent:
          - {when: "tell", says: "one two three four", audio_ms: 4000}
        """;

    private final Scenario scenario;
    private final UnheldRecord record;
    private final MemoryJournal journal;
    private final InProcessAuthority authority = InProcessAuthority.alone("");
    private final SessionHost host;

    UnheldRecordsTest() throws BadScenario {
        scenario = ScenarioReader.yaml(WORLD);
        record = UnheldRecord.leftSpeaking(scenario);
        journal = record.journal();
        host = record.host(authority);
    }

    private static String refusal(CompletableFuture<?> asked) {
        CompletionException thrown = assertThrows(CompletionException.class, asked::join);
        return String.valueOf(thrown.getCause());
    }

    @Test
    void itIsEndedUnderAnEpochOfItsOwnWhichIsGivenBack() {
        long before = ConversationState.of(journal.runes()).epoch();
        int known = journal.runes().size();
        assertTrue(host.endLeft(scenario.conversation(), UnheldRecord.NOBODY)
                .join()
                .isPresent());
        List<Rune> added = journal.runes().subList(known, journal.runes().size());
        assertEquals("control.ended", added.getLast().kind());
        assertEquals("recording_evidence_unavailable", added.getLast().payload().text("reason"));
        assertTrue(added.stream().allMatch(rune -> rune.envelope().leaseEpoch() == before + 1), added::toString);
        assertTrue(authority.held(scenario.conversation()).isEmpty());
        assertTrue(host.endLeft(scenario.conversation(), UnheldRecord.NOBODY)
                .join()
                .isEmpty());
    }

    @Test
    void whatAnotherHostRunsIsNotTouched() {
        int known = journal.runes().size();
        assertInstanceOf(Placement.Admitted.class, authority.admit(scenario.conversation(), "other", 0));
        String refused = refusal(host.endLeft(scenario.conversation(), UnheldRecord.NOBODY));
        assertTrue(refused.contains("authority.placed_elsewhere"), refused);
        assertTrue(
                refusal(host.lift(scenario.conversation(), "operator", "why")).contains("authority.placed_elsewhere"));
        assertEquals(known, journal.runes().size());
    }

    @Test
    void whatRunsHereIsNotTouched() {
        assertInstanceOf(
                Opening.Opened.class, host.open(ScenarioRun.wanted(scenario, 0)).join());
        int known = journal.runes().size();
        String refused = refusal(host.endLeft(scenario.conversation(), UnheldRecord.NOBODY));
        assertTrue(refused.contains("runtime.already_here"), refused);
        assertEquals(known, journal.runes().size());
    }

    @Test
    void nobodyOpensItMeanwhile() {
        AtomicReference<Opening> meanwhile = new AtomicReference<>();
        host.endLeft(scenario.conversation(), (recorder, clock) -> {
                    meanwhile.set(host.open(ScenarioRun.wanted(scenario, 0)).join());
                    return UnheldRecord.NOBODY.open(recorder, clock);
                })
                .join();
        assertEquals(
                "runtime.already_here",
                assertInstanceOf(Opening.Refused.class, meanwhile.get()).rule());
        assertEquals(
                "session.ended",
                assertInstanceOf(
                                Opening.Refused.class,
                                host.open(ScenarioRun.wanted(scenario, 0)).join())
                        .rule());
    }

    /** Appends, and has something done when somebody wants to know what is on disk. */
    private Journal unkept(Runnable asked) {
        return new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                return journal.append(draft);
            }

            @Override
            public boolean isDurable(long eventId) {
                asked.run();
                return false;
            }
        };
    }

    @Test
    void itIsNotEndedBeforeTheDiskHasIt() {
        List<Consumer<SessionEvent>> answers = new ArrayList<>();
        SessionHost slow = record.host(authority, door -> unkept(() -> answers.add(door)));
        var ended = slow.endLeft(scenario.conversation(), UnheldRecord.NOBODY);
        assertFalse(ended.isDone());
        answers.getFirst().accept(new SessionEvent.RecordKept(journal.runes().size() - 1));
        assertFalse(ended.isDone(), "its last event is not there yet");
        assertTrue(authority.held(scenario.conversation()).isPresent());
        answers.getFirst().accept(new SessionEvent.RecordKept(journal.runes().size()));
        assertTrue(ended.join().isPresent());
        assertTrue(authority.held(scenario.conversation()).isEmpty());
    }

    @Test
    void aDiskThatIsLostIsTold() {
        SessionHost lost =
                record.host(authority, door -> unkept(() -> door.accept(new SessionEvent.RecordLost("full"))));
        String why = refusal(lost.endLeft(scenario.conversation(), UnheldRecord.NOBODY));
        assertTrue(why.contains("EvidenceUnavailable: full"), why);
        assertTrue(authority.held(scenario.conversation()).isEmpty(), "another host may try");
    }

    @Test
    void aDiskThatDoesNotAnswerIsGivenUp() {
        SessionHost silent = record.host(authority, _ -> unkept(() -> {}));
        String why = refusal(silent.lift(scenario.conversation(), "operator", "why"));
        assertTrue(why.contains("EvidenceUnavailable"), why);
        assertTrue(authority.held(scenario.conversation()).isEmpty(), "another host may try");
    }
}
