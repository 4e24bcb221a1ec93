package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The session arms the timeouts of its house and sends them as recorded events, on virtual time (ruling B10). */
class HouseholdTimeoutsTest {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Scenario scenario;
    private Timeouts timeouts = Timeouts.DEFAULTS;
    private MemoryJournal journal = new MemoryJournal();
    private final Set<Object> waits = new HashSet<>();
    private VirtualTime time;
    private VirtualSession session;

    HouseholdTimeoutsTest() throws BadScenario {
        scenario = ScenarioReader.yaml("""
                name: waits
                settings: {approval_timeout_ms: 600000}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                  - {id: ben, role: OPERATOR, birthdate: 1985-09-12, confirmed: true}
                  - {id: eva, role: GUEST}
                agent:
                  - {when: garage, calls: [{id: c1, tool: open_garage, args: {}}]}
                tools:
                  open_garage: {takes_ms: 100, returns: {open: true}}
                user:
                  - {from_ms: 0, to_ms: 50000, says: "it was a dark and stormy night", by: ana}
                """);
        time = new VirtualTime(scenario.start().toEpochMilli());
        session = assembled(List.of());
    }

    private VirtualSession assembled(List<Rune> recorded) {
        HouseSpec house = HouseSpec.of(scenario.people()).with(timeouts);
        SessionHost.World world = place -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    watched(ports.timers()),
                    ports.journal(),
                    ports.providers(),
                    ports.tools(),
                    (recorder, clock) -> SessionHousehold.recorded(house, recorder, clock));
        };
        return new VirtualSession(
                time,
                new SessionHost.Wanted(
                        scenario.conversation(),
                        new SessionCreated(
                                scenario.conversation(),
                                null,
                                List.of("ana", "ben"),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                Json.Obj.EMPTY),
                        scenario.settings(),
                        Map.of(),
                        world),
                (_, _) -> journal,
                recorded);
    }

    /** The timers of the conversation; those that nobody sits out are the house's, and they are counted. */
    private Timers watched(Timers real) {
        return new Timers() {
            @Override
            public Timer at(long monotonicNanos, int rank, Runnable callback) {
                return real.at(monotonicNanos, rank, callback);
            }

            @Override
            public Timer inBackground(long monotonicNanos, int rank, Runnable callback) {
                Object wait = new Object();
                waits.add(wait);
                Timer timer = real.inBackground(monotonicNanos, rank, () -> {
                    waits.remove(wait);
                    callback.run();
                });
                return () -> {
                    waits.remove(wait);
                    timer.cancel();
                };
            }
        };
    }

    private void offer(SessionEvent event) {
        session.offer(event);
    }

    private void begin() {
        session = assembled(List.of());
        session.open();
    }

    private void changed(String machine, String action, String target, Json.Obj parameters) {
        offer(new PeopleChanged(machine, action, target, parameters, ""));
    }

    private void passMs(long ms) {
        time.advanceTo(time.monotonicNanos() + ms * NANOS_PER_MILLI);
    }

    /** What system asked for since the house was settled, with the milliseconds since the beginning. */
    private List<String> sent(String action) {
        return journal.runes().stream()
                .filter(rune -> action.equals(rune.payload().text("action")))
                .map(this::line)
                .toList();
    }

    private String line(Rune rune) {
        Request request = VerdictRune.request(rune.payload());
        if (request == null) {
            throw new AssertionError(rune.kind());
        }
        long ms = request.at().toInstant().toEpochMilli() - scenario.start().toEpochMilli();
        assertEquals(ms, rune.envelope().monotonicNanos() / NANOS_PER_MILLI);
        return request.actor() + " " + request.target() + " " + ms + " "
                + rune.payload().text("decision");
    }

    private static Json.Obj with(String key, String value) {
        return Json.Obj.EMPTY.with(key, value);
    }

    /** Brings the wait about at 1,000 ms. */
    private void cause(Wait wait) {
        passMs(1_000);
        switch (wait) {
            case IDENTITY -> changed("identity", "strong_conflict", "ana", Json.Obj.EMPTY);
            case SILENCE -> offer(new SessionEvent.TextTyped("hello", "ana"));
            case CONFIRMATION ->
                offer(new PeopleChanged("command", "command_detected", "ana", with("command", "open_garage"), "ana"));
            case PROFILE ->
                changed(
                        "profile",
                        "profile_update_requested",
                        "ana",
                        with("field", "nickname").with("value", "Annie").with("confirmation_required", true));
            case DELEGATION_CONFIRMATION ->
                changed(
                        "delegation",
                        "delegation_intent_detected",
                        "ben",
                        with("group", "security").with("by", "ana"));
            case DELEGATION -> {
                changed(
                        "delegation",
                        "delegation_intent_detected",
                        "ben",
                        with("group", "security").with("by", "ana"));
                offer(new PeopleChanged("delegation", "owner_confirmation", "ben", Json.Obj.EMPTY, "ana"));
            }
            case CONSENT -> changed("consent", "consent_request", "ana", with("purpose", "recording"));
            case AUTHORIZATION -> throw new AssertionError("the house authorises or denies at once");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "IDENTITY,timeout,ana,30000",
        "SILENCE,silence_timeout,ana,20000",
        "CONFIRMATION,confirmation_timeout,ana,30000",
        "PROFILE,timeout,ana,60000",
        "DELEGATION_CONFIRMATION,timeout,ben,30000",
        "DELEGATION,timeout,ben,3600000",
        "CONSENT,timeout,ana,30000",
    })
    void sendsEachTimeoutWhenItIsDueAndNotBefore(Wait wait, String action, String person, long ms) {
        begin();
        cause(wait);
        passMs(ms - 1);
        assertEquals(List.of(), sent(action));
        passMs(1);
        assertEquals(List.of("system " + person + " " + (1_000 + ms) + " allowed"), sent(action));
        passMs(10_000_000);
        assertEquals(1, sent(action).size());
        decidesTheSameAgain();
    }

    /** The timeouts stand in the record as requests: deciding it again needs no timer and finds no difference. */
    private void decidesTheSameAgain() {
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        assertNull(replay.divergence());
        assertTrue(replay.verdicts() > 0);
    }

    @ParameterizedTest
    @CsvSource({
        "IDENTITY,timeout",
        "SILENCE,silence_timeout",
        "CONFIRMATION,confirmation_timeout",
        "PROFILE,timeout",
        "DELEGATION_CONFIRMATION,timeout",
        "DELEGATION,timeout",
        "CONSENT,timeout",
    })
    void goesByTheConfiguredLength(Wait wait, String action) {
        timeouts = timeouts.with(wait, Duration.ofMillis(1_234));
        begin();
        cause(wait);
        passMs(1_233);
        assertEquals(List.of(), sent(action));
        passMs(1);
        assertEquals(1, sent(action).size());
    }

    /** Ruling B9: a yes counts before its timeout; in its very millisecond people come before timers. */
    @Test
    void refusesAYesThatComesAfterTheTimeout() {
        begin();
        cause(Wait.CONFIRMATION);
        passMs(30_001);
        offer(new SessionEvent.CommandAnswered("open_garage", true, "ana"));
        Rune answer = journal.runes().stream()
                .filter(rune -> "confirmation_received".equals(rune.payload().text("action")))
                .findFirst()
                .orElseThrow();
        assertEquals("denied", answer.payload().text("decision"));
        assertTrue(
                answer.payload().canonical().contains("people.confirmation.expired"),
                answer.payload().canonical());
        decidesTheSameAgain();
    }

    /** A call that waits for the yes of the house waits no longer than the house does. */
    @Test
    void endsTheCallThatWaitsForTheSameYes() {
        timeouts = timeouts.with(Wait.CONFIRMATION, Duration.ofSeconds(4));
        begin();
        offer(new SessionEvent.TextTyped("open the garage", "ana"));
        passMs(4_299);
        assertEquals(List.of(), results());
        passMs(1);
        assertEquals(List.of("system ana 4300 allowed"), sent("confirmation_timeout"));
        assertEquals(List.of("c1 denied"), results());
        decidesTheSameAgain();
    }

    private List<String> results() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune ->
                        rune.payload().text("call_id") + " " + rune.payload().text("status"))
                .toList();
    }

    @Test
    void takesAYesInTheMillisecondOfTheTimeout() {
        begin();
        cause(Wait.CONFIRMATION);
        time.at(31_000 * NANOS_PER_MILLI, 2, () -> offer(new SessionEvent.CommandAnswered("open_garage", true, "ana")));
        passMs(40_000);
        assertEquals(List.of("user_ana ana 31000 allowed"), sent("confirmation_received"));
        assertEquals(List.of(), sent("confirmation_timeout"));
    }

    /** Ruling B1: whatever time passes, a confirmed identity stays. */
    @Test
    void takesNoConfirmedIdentityAway() {
        begin();
        offer(new SessionEvent.TextTyped("hello", "ana"));
        passMs(100_000_000);
        assertEquals(List.of(), sent("timeout"));
        assertEquals(1, sent("silence_timeout").size());
        offer(new SessionEvent.TextTyped("hello again", "ana"));
        assertEquals(2, sent("speaking_turn").size());
        assertFalse(journal.runes().toString().contains("no_silent_downgrade"));
    }

    /** Who is still heard is not silent, however long they speak. */
    @Test
    void countsSilenceFromTheEndOfTheVoice() {
        begin();
        String voice = scenario.voices().getFirst().id();
        offer(new SessionEvent.VoiceBegan(voice, SessionEvent.VoiceKind.SPEECH, "ana"));
        passMs(50_000);
        assertEquals(List.of(), sent("silence_timeout"));
        offer(new SessionEvent.VoiceEnded(voice));
        passMs(20_000);
        assertEquals(List.of("system ana 70000 allowed"), sent("silence_timeout"));
    }

    /** Of a voice that broke off with the line nobody says that it has ended. */
    @Test
    void countsSilenceFromTheLossOfTheLineOverWhichSomebodySpoke() {
        begin();
        String voice = scenario.voices().getFirst().id();
        offer(new SessionEvent.VoiceBegan(voice, SessionEvent.VoiceKind.SPEECH, "ana"));
        passMs(3_000);
        offer(new SessionEvent.Disconnected());
        passMs(20_000);
        assertEquals(List.of("system ana 23000 allowed"), sent("silence_timeout"));
    }

    /** Rulings D2, D7: whoever has lost a conversation decides nothing in it, also not that a time has run out. */
    @Test
    void decidesNoTimeoutWithoutALeaseAndTheMissedOnesWithTheNext() {
        begin();
        cause(Wait.CONSENT);
        offer(new SessionEvent.LeaseRevoked());
        passMs(100_000);
        assertEquals(List.of(), sent("timeout"));
        offer(new SessionEvent.LeaseRotated());
        passMs(0);
        assertEquals(List.of("system ana 101000 allowed"), sent("timeout"));
        decidesTheSameAgain();
    }

    /** A conversation that is over leaves no timer behind. */
    @Test
    void waitsForNothingAfterTheEnd() {
        begin();
        cause(Wait.CONSENT);
        assertEquals(1, waits.size());
        session.end();
        assertEquals(Set.of(), waits);
    }

    /** Ruling D3: a conversation that can record nothing any more waits for nothing either. */
    @Test
    void waitsForNothingWithoutEvidence() {
        begin();
        cause(Wait.CONSENT);
        offer(new SessionEvent.RecordLost("the disk is gone"));
        assertEquals(new SessionHost.Ending(EvidenceUnavailable.REASON, null), session.ending());
        assertEquals(Set.of(), waits);
    }

    /** Another runtime goes on with the time that a wait has left, and sends at once what was due meanwhile. */
    @Test
    void aResumedConversationWaitsForTheRestOfTheTime() {
        begin();
        cause(Wait.CONSENT);
        cause(Wait.PROFILE);
        passMs(5_000);
        List<Rune> recorded = journal.runes();
        VirtualTime later = new VirtualTime(scenario.start().toEpochMilli() + 40_000);
        time = later;
        journal = new MemoryJournal(recorded);
        session = assembled(recorded);
        session.open();
        later.advanceTo(0);
        assertEquals(List.of("system ana 40000 allowed"), sent("timeout"));
        later.advanceTo(22_000 * NANOS_PER_MILLI);
        assertEquals(List.of("system ana 40000 allowed", "system ana 62000 allowed"), sent("timeout"));
        decidesTheSameAgain();
    }

    /** A scenario has no timeouts of its own: a run is not longer because somebody could still be waited for. */
    @Test
    void aScenarioDoesNotLastLongerForTheSakeOfAWait() throws BadScenario {
        MemoryJournal record = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: short
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                user:
                  - {at_ms: 100, signal: voice, person: ben, confidence: 0.9}
                  - {at_ms: 200, types: "hello"}
                """), record);
        assertTrue(record.runes().getLast().envelope().monotonicNanos() < 5_000 * NANOS_PER_MILLI);
    }

    /** What is asked for as a tool waits for a yes as long as a scenario lets approvals wait. */
    @Test
    void aScenarioWaitsForAYesAsLongAsForAnApproval() throws BadScenario {
        MemoryJournal record = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: patient
                settings: {approval_timeout_ms: 90000, stuck_turn_ms: 100000}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                user:
                  - {at_ms: 100, types: "open the garage"}
                  - {at_ms: 80000, confirms: open_garage, by: ana}
                agent:
                  - {when: garage, calls: [{id: c1, tool: open_garage, args: {}}]}
                tools:
                  open_garage: {takes_ms: 100, returns: {open: true}}
                """), record);
        assertTrue(record.runes().stream()
                .anyMatch(rune -> rune.kind().equals("tool.result")
                        && "success".equals(rune.payload().text("status"))));
    }
}
