package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import dev.parley.sim.UnheldRecord;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ruling X4: a HALT in one room stops the whole conversation until an operator's attested resume. */
class HaltTest {
    private static final String WORLD = """
        name: halted
        people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
        user:
          - {at_ms: 0, override: {action: ENABLE_OVERRIDE, forced_captions: true}, by: ana}
          - {at_ms: 100, types: "tell me", by: ana}
        agent:
          - {when: "tell", says: "one two three four", audio_ms: 4000}
        """;

    private final Scenario scenario;
    private final UnheldRecord record;
    private final MemoryJournal journal;
    private final VirtualTime time;

    HaltTest() throws BadScenario {
        scenario = ScenarioReader.yaml(WORLD);
        record = UnheldRecord.leftSpeaking(scenario);
        journal = record.journal();
        time = record.time();
        halt();
    }

    /** An agent tries to switch the override off behind ana's back (ruling A9), in the last moment that was recorded. */
    private void halt() {
        List<Rune> recorded = journal.runes();
        LoopClock clock = new LoopClock(time, time, Runnable::run);
        clock.goOnAfter(recorded);
        Recorder recorder = new Recorder(scenario.conversation(), journal, clock);
        VerdictRecorder<Subject, StreamEvent> verdicts =
                new VerdictRecorder<>(recorder, new StreamRoom(InterruptReading.MATRIX));
        verdicts.takeUp(recorded);
        Registrar<Subject, StreamEvent> registrar = verdicts.registrar();
        registrar.request(new Request(
                Instant.ofEpochMilli(recorded.getLast().envelope().wallMillis()).atOffset(ZoneOffset.UTC),
                "agent",
                "voice",
                "DISABLE_OVERRIDE",
                Json.Obj.EMPTY));
    }

    private List<Rune> after(long eventId, String kind) {
        return journal.runes().stream()
                .filter(rune -> rune.eventId() > eventId && rune.kind().equals(kind))
                .toList();
    }

    private void play(VirtualSession session, long atMs, SessionEvent event) {
        time.atMs(atMs, Rank.USER, () -> session.offer(event));
    }

    @Test
    void nothingIsSaidOrAnsweredUntilAnOperatorResumesIt() {
        long before = journal.runes().size();
        VirtualSession session =
                new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, journal.runes());
        session.open();
        assertEquals(
                "halted", after(before, "session.state").getFirst().payload().text("key"));
        play(session, 5000, new SessionEvent.TextTyped("tell me again", "ana"));
        play(session, 6000, new SessionEvent.OperatorResumed("olga", "ana was asked and wants it so"));
        play(session, 7000, new SessionEvent.TextTyped("tell me now", "ana"));
        time.run();
        session.end();
        List<Rune> opened = after(before, "turn.started");
        assertEquals(1, opened.size(), "one turn, and only after the resume");
        Rune resume = journal.runes().stream()
                .filter(rune -> "RESUME".equals(rune.payload().text("action")))
                .findFirst()
                .orElseThrow();
        assertEquals("allowed", resume.payload().text("decision"));
        assertEquals("operator", resume.payload().text("actor"));
        assertTrue(opened.getFirst().eventId() > resume.eventId());
        assertEquals(2, after(before, "session.state").size(), "halted, and not halted any more");
        assertTrue(
                after(before, "user.words").stream()
                        .anyMatch(rune -> rune.turn() == 0
                                && "tell me again".equals(rune.payload().text("pii_text"))),
                "what was said meanwhile is remembered and not answered");
        assertEquals(1, after(before, "playback.started").size());
        assertTrue(after(before, "system.invariant_violation").stream()
                .anyMatch(rune -> Registrar.HALTED.equals(rune.payload().text("id"))));
        assertVerified(journal.runes());
    }

    private static void assertVerified(List<Rune> runes) {
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
    }

    /** Its runtime is lost while it is halted: the next one tells its own client, and the record is as sound as before. */
    @Test
    void everyRuntimeTellsItsClientOnce() {
        long before = journal.runes().size();
        for (int runtime = 0; runtime < 2; runtime++) {
            new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, journal.runes()).open();
        }
        assertEquals(2, after(before, "session.state").size(), "told once by each");
        assertVerified(journal.runes());
        assertTrue(record.lift("olga", "looked into it"));
        VirtualSession session =
                new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, journal.runes());
        session.open();
        play(session, 7000, new SessionEvent.TextTyped("tell me now", "ana"));
        time.run();
        session.end();
        assertEquals(3, after(before, "session.state").size(), "and that it is not halted any more");
        assertEquals(1, after(before, "turn.started").size());
        assertVerified(journal.runes());
    }

    /** The permission to go on is recorded, and its runtime is lost before it says so: the next one does. */
    @Test
    void whatWasNotToldAnyMoreIsToldByTheNextRuntime() {
        new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, journal.runes()).open();
        assertTrue(record.lift("olga", "looked into it"));
        List<Rune> all = journal.runes();
        assertEquals("session.state", all.getLast().kind());
        MemoryJournal cut = new MemoryJournal(all.subList(0, all.size() - 1));
        new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> cut, cut.runes()).open();
        List<Rune> told = cut.runes().stream()
                .filter(rune -> rune.kind().equals("session.state"))
                .toList();
        assertEquals(false, told.getLast().payload().flag("value"));
        assertEquals(2, told.size());
        assertVerified(cut.runes());
    }

    @Test
    void anOperatorResumesAConversationThatNoHostHolds() {
        assertTrue(record.lift("operator", "looked into it"));
        assertFalse(record.lift("operator", "again"), "it is not halted");
        Rune refused = after(0, "verdict.stream").getLast();
        assertEquals("denied", refused.payload().text("decision"));
    }
}
