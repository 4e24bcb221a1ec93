package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.RunelogRecords;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A conversation with nobody leaves memory and comes back as it was. */
class EvictionTest {
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long IDLE_MS = 10_000;
    private static final int CONVERSATIONS = 2_000;
    private static final String SCRIPT = """
            seed: 1
            settings: {approval_timeout_ms: 60000, ask_aloud: true}
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
            tools:
              order: {takes_ms: 10, safety: WRITE, approval: required}
              measure: {takes_ms: 60000}
              open_garage: {takes_ms: 10, safety: WRITE}
            agent:
              - {when: "hello", says: "Good day.", audio_ms: 100}
              - {when: "measure", calls: [{id: m1, tool: measure}]}
              - {when: "garage", calls: [{id: g1, tool: open_garage}]}
              - {when_result: g1, says: "Open.", audio_ms: 100}
              - {when: "order", calls: [{id: c1, tool: order}]}
              - {when_result: c1, says: "Done.", audio_ms: 100}
            """;

    private final VirtualTime time =
            new VirtualTime(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());
    private final List<String> over = new ArrayList<>();
    private final List<String> evicted = new ArrayList<>();
    private final InProcessAuthority authority = InProcessAuthority.alone("voice@1.0.0");
    private final Runelog log;
    private final SessionHost host;
    private String connecting = "";

    EvictionTest() throws IOException {
        log = Runelog.open(new MemoryDisk(), RunelogSettings.inline(time, RandomSource.seeded(1)));
        HostListener listener = new HostListener() {
            @Override
            public void over(String session, Ending ending) {
                over.add(ending.reason());
            }

            @Override
            public void evicted(String session) {
                evicted.add(session);
                if (session.equals(connecting)) {
                    var _ = hostOf().connect(session);
                }
            }
        };
        host = new SessionHost(
                "host",
                new SessionHost.Parts(
                                authority,
                                new RunelogRecords(log, true),
                                new InlineSeats(time, time),
                                time,
                                Runnable::run,
                                listener)
                        .evictingAfter(IDLE_MS * NANOS_PER_MS));
    }

    private SessionHost hostOf() {
        return host;
    }

    @AfterEach
    void close() {
        host.close();
        log.close();
    }

    private SessionHost.Wanted wanted(String name) throws BadScenario {
        return ScenarioRun.wanted(ScenarioReader.yaml("name: " + name + "\n" + SCRIPT), time.monotonicNanos());
    }

    private String begin(String name) throws BadScenario {
        SessionHost.Wanted wanted = wanted(name);
        assertInstanceOf(Opening.Opened.class, host.open(wanted).join());
        return wanted.session();
    }

    private void pass(long ms) {
        time.advanceTo(time.monotonicNanos() + ms * NANOS_PER_MS);
    }

    private void type(String session, String text) {
        assertTrue(host.offer(session, new SessionEvent.TextTyped(text, "ana")), text);
        pass(2_000);
    }

    private List<Rune> recorded(String session) {
        return new RunelogRecords(log, true).read(session);
    }

    private long count(String session, String kind) {
        return recorded(session).stream()
                .filter(rune -> rune.kind().equals(kind))
                .count();
    }

    private void holds(String session) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.IGNORED);
        recorded(session).forEach(replay::accept);
        replay.finish();
        assertNull(replay.firstFault(), () -> String.valueOf(replay.firstFault()));
    }

    @Test
    void aConversationWithNobodyLeavesMemoryAndAnswersTheNextMessage() throws Exception {
        String session = begin("leaves");
        type(session, "hello");
        assertEquals(1, host.conversations());
        pass(IDLE_MS);
        assertEquals(0, host.conversations());
        assertEquals(1, host.evicted());
        assertEquals(List.of(session), evicted);
        type(session, "hello");
        assertEquals(1, host.conversations());
        assertEquals(0, host.evicted());
        assertEquals(2, count(session, "playback.ended"));
        assertEquals(1, count(session, "session.resumed"));
        assertEquals(List.of(), over, "it has not ended");
        host.end(session, "disconnected").join();
        assertEquals(List.of("disconnected"), over);
        holds(session);
    }

    @Test
    void whoeverIsConnectedKeepsItAndWhoeverConnectsBringsItBack() throws Exception {
        String session = begin("connected");
        Runnable leaves = host.connect(session);
        pass(5 * IDLE_MS);
        assertEquals(1, host.conversations());
        leaves.run();
        pass(2 * IDLE_MS);
        assertEquals(0, host.conversations());
        leaves = host.connect(session);
        assertEquals(1, host.conversations());
        pass(5 * IDLE_MS);
        assertEquals(1, host.conversations());
        leaves.run();
        holds(session);
    }

    /** The session is held by another host for a while. */
    private void goesAndComesBack(String name, String session, Runnable meanwhile) throws BadScenario {
        assertTrue(
                authority.migrate(session, "elsewhere", time.monotonicNanos()).isPresent());
        assertEquals(0, host.conversations());
        meanwhile.run();
        var lease = authority.migrate(session, "host", time.monotonicNanos()).orElseThrow();
        assertInstanceOf(
                Opening.Opened.class, host.takeOver(lease, wanted(name)).join());
    }

    @Test
    void whoeverLeavesTakesNobodyElseAlong() throws Exception {
        String session = begin("moved");
        Runnable early = host.connect(session);
        goesAndComesBack("moved", session, () -> {});
        Runnable late = host.connect(session);
        early.run();
        early.run();
        pass(5 * IDLE_MS);
        assertEquals(1, host.conversations(), "somebody is there");
        late.run();
        pass(2 * IDLE_MS);
        assertEquals(0, host.conversations());
    }

    @Test
    void whoeverIsConnectedToAConversationThatComesBackStillIs() throws Exception {
        String session = begin("back");
        Runnable leaves = host.connect(session);
        goesAndComesBack("back", session, () -> host.connect(session).run());
        pass(5 * IDLE_MS);
        assertEquals(1, host.conversations(), "somebody is there");
        leaves.run();
        pass(2 * IDLE_MS);
        assertEquals(0, host.conversations());
    }

    @Test
    void aHostThatClosesBringsNobodyBack() throws Exception {
        String session = begin("left");
        pass(2 * IDLE_MS);
        String inMemory = begin("present");
        int before = recorded(session).size();
        host.endAll("disconnected").join();
        host.close();
        assertEquals(List.of("disconnected", SessionHost.DRAINED), over);
        assertEquals(before, recorded(session).size());
        assertEquals(1, count(inMemory, "control.ended"));
        assertEquals(0, host.evicted());
    }

    @Test
    void nobodyIsLeftWhileTheyAreAskedOrACallRuns() throws Exception {
        String session = begin("asks");
        type(session, "order");
        pass(5 * IDLE_MS);
        assertEquals(0, host.evicted(), "the question is open");
        pass(4 * IDLE_MS);
        assertEquals(1, host.evicted(), "it has lapsed");
        type(session, "measure");
        type(session, "hello");
        pass(5 * IDLE_MS);
        assertEquals(0, host.evicted(), "the tool still runs");
        pass(8 * IDLE_MS);
        assertEquals(1, host.evicted());
        assertEquals(
                List.of("denied", "success"),
                recorded(session).stream()
                        .filter(rune -> rune.kind().equals("tool.result"))
                        .map(rune -> rune.payload().text("status"))
                        .toList());
        holds(session);
    }

    /** Who was confirmed is, so that their command is asked about and their yes counts. */
    @Test
    void peopleAreKnownAsTheyWere() throws Exception {
        String session = begin("known");
        type(session, "hello");
        pass(2 * IDLE_MS);
        assertEquals(1, host.evicted());
        type(session, "garage");
        pass(6_000);
        type(session, "yes");
        assertEquals(1, count(session, "tool.dispatched"));
        holds(session);
    }

    @Test
    void aClientThatConnectsWhileItIsLeftKeepsIt() throws Exception {
        String session = begin("late");
        type(session, "hello");
        connecting = session;
        pass(2 * IDLE_MS);
        assertEquals(List.of(session), evicted);
        assertEquals(1, host.conversations(), "somebody is there");
        pass(5 * IDLE_MS);
        assertEquals(1, host.conversations());
    }

    @Test
    void anEndReachesAConversationThatIsNotInMemory() throws Exception {
        String session = begin("ends");
        pass(2 * IDLE_MS);
        assertEquals(1, host.evicted());
        host.end(session, "disconnected").join();
        assertEquals(List.of("disconnected"), over);
        assertEquals(0, host.evicted());
        assertEquals(1, count(session, "control.ended"));
    }

    @Test
    void thousandsOfConversationsLiveInAHostThatHoldsFew() throws Exception {
        List<String> sessions = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < CONVERSATIONS; i++) {
            sessions.add(begin("many " + i));
            type(sessions.getLast(), "hello");
            most = Math.max(most, host.conversations());
        }
        assertTrue(most <= 8, most + " were in memory at once");
        pass(2 * IDLE_MS);
        assertEquals(CONVERSATIONS, host.evicted());
        for (int i = 0; i < CONVERSATIONS; i += 200) {
            type(sessions.get(i), "hello");
            assertEquals(2, count(sessions.get(i), "playback.ended"));
            holds(sessions.get(i));
        }
    }
}
