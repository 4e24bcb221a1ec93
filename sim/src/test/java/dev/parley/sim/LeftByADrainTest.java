package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening.Opened;
import dev.parley.session.event.Reply;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.TextTyped;
import dev.parley.session.record.History;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person and an agent said while a host was leaving is taken up by the next one, once. */
class LeftByADrainTest {
    private static final TextTyped TELL = new TextTyped("tell me", "ana");
    private static final TextTyped SHORT = new TextTyped("short", "ana");

    private static TwoHosts protectedReply(MemoryDisk disk) throws Exception {
        return new TwoHosts(disk, ScenarioReader.yaml("""
                name: protected
                seed: 5
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                agent:
                  - {when: "tell me", says: "one two three", audio_ms: 10000, interruptible: false}
                  - {when: "short", says: "well", audio_ms: 1000}
                """), TwoHosts.LEASE_MS, 1);
    }

    /** @param voices who speaks, and when, as in a scenario */
    private static TwoHosts spokenTo(MemoryDisk disk, String voices) throws Exception {
        return new TwoHosts(disk, ScenarioReader.yaml("""
                name: spoken
                seed: 5
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                user: [%s]
                agent:
                  - {when: "tell me", says: "one two three four five six seven eight nine ten", audio_ms: 10000}
                  - {when: "short", says: "well", audio_ms: 1000}
                """.formatted(voices)), TwoHosts.LEASE_MS, 1);
    }

    private static void goOn(TwoHosts two, SessionHost host, String name) {
        assertInstanceOf(Opened.class, host.open(two.wanted(two.session, name)).join());
    }

    private static List<String> history(List<Rune> runes) {
        History history = new History();
        runes.forEach(history::add);
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
        return history.entries().stream()
                .map(entry -> entry.role() + " " + entry.text())
                .toList();
    }

    private static void drainDuringALongAnswer(TwoHosts two, SessionEvent... during) {
        two.openOnA();
        two.a.offer(two.session, TELL);
        two.until(2_000);
        var left = two.a.drain(SessionHost.DRAINED, 60_000);
        for (SessionEvent event : during) {
            two.a.offer(two.session, event);
        }
        two.until(20_000);
        left.join();
    }

    @Test
    void wordsSaidDuringADrainAreAnsweredByTheNextHost() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            drainDuringALongAnswer(two, SHORT);
            goOn(two, two.b, "b");
            two.until(30_000);
            assertEquals(
                    List.of("user tell me", "assistant one", "user short", "assistant well"), history(two.recorded()));
        }
    }

    /** They are understood when the time of the drain runs out, but no silence has shown yet that they have ended. */
    @Test
    void wordsSpokenDuringADrainAreAnsweredByTheNextHostOnce() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        String voice = "{from_ms: 2200, to_ms: 3700, says: short, by: ana}";
        List<String> answered = List.of("user tell me", "assistant one two", "user short", "assistant well");
        try (TwoHosts two = spokenTo(disk, voice)) {
            two.openOnA();
            two.voicesOnA();
            two.a.offer(two.session, TELL);
            two.until(2_000);
            var left = two.a.drain(SessionHost.DRAINED, 2_000);
            two.until(4_000);
            left.join();
            goOn(two, two.b, "b");
            two.until(10_000);
            assertEquals(answered, history(two.recorded()));
            two.b.drain(SessionHost.DRAINED, 0).join();
        }
        try (TwoHosts again = spokenTo(disk, voice)) {
            goOn(again, again.a, "a");
            again.until(20_000);
            assertEquals(answered, history(again.recorded()), "once");
        }
    }

    /** Half a sentence is not what the person wanted, as long as there is time for the other half. */
    @Test
    void aHostDoesNotLeaveInTheMiddleOfASentence() throws Exception {
        try (TwoHosts two = spokenTo(new MemoryDisk(), """
                {from_ms: 2200, to_ms: 2800, says: short, by: ana}, {from_ms: 2900, to_ms: 3500, says: please, by: ana}
                """)) {
            two.openOnA();
            two.voicesOnA();
            two.a.offer(two.session, TELL);
            two.until(2_000);
            var left = two.a.drain(SessionHost.DRAINED, 2_000);
            two.until(4_000);
            left.join();
            goOn(two, two.b, "b");
            two.until(10_000);
            assertEquals(
                    List.of("user tell me", "assistant one two", "user short please", "assistant well"),
                    history(two.recorded()));
        }
    }

    @Test
    void wordsThatWereUnderstoodAreRememberedAfterAHangUp() throws Exception {
        try (TwoHosts two = spokenTo(new MemoryDisk(), "{from_ms: 1000, to_ms: 2000, says: short, by: ana}")) {
            two.openOnA();
            two.voicesOnA();
            two.until(2_300);
            two.a.end(two.session, "disconnected").join();
            assertEquals(List.of("user short"), history(two.recorded()));
        }
    }

    /** They were acknowledged, so they are in the record from the moment at which they came. */
    @Test
    void wordsThatWaitedForAProtectedReplyOutliveALostProcess() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (TwoHosts lost = protectedReply(disk)) {
            lost.openOnA();
            lost.a.offer(lost.session, TELL);
            lost.until(2_000);
            lost.a.offer(lost.session, SHORT);
            lost.until(3_000);
        }
        try (TwoHosts two = protectedReply(disk)) {
            goOn(two, two.b, "b");
            two.until(20_000);
            assertEquals("assistant well", history(two.recorded()).getLast());
            two.b.offer(two.session, SHORT);
            two.until(30_000);
            assertEquals(
                    2,
                    history(two.recorded()).stream()
                            .filter("user short"::equals)
                            .count());
        }
    }

    /** A snapshot of the leaving host would stand behind the words, where the next one does not look for them. */
    @Test
    void noSnapshotHidesWordsThatWereSaidDuringADrain() throws Exception {
        try (TwoHosts two = protectedReply(new MemoryDisk())) {
            drainDuringALongAnswer(two, SHORT);
            goOn(two, two.b, "b");
            two.until(30_000);
            assertEquals("assistant well", history(two.recorded()).getLast());
        }
    }

    @Test
    void anUnaskedReplyIsSaidByTheNextHost() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            drainDuringALongAnswer(two, new SessionEvent.AgentSpokeFirst(Reply.own("The tea is ready.")));
            goOn(two, two.b, "b");
            two.until(30_000);
            assertEquals("assistant The tea is ready.", history(two.recorded()).getLast());
        }
    }

    /** The lease is rotated while the next host takes the conversation up: until it hears of it no turn may open there. */
    private static void goOnWhileTheLeaseIsRotated(TwoHosts two) {
        SessionHost.Wanted wanted = two.wanted(two.session, "b");
        SessionHost.World rotating = place -> {
            var held = two.authority.held(two.session).orElseThrow();
            assertTrue(two.authority.rotate(held, 0, two.time.monotonicNanos()).isPresent());
            return wanted.world().around(place);
        };
        assertInstanceOf(
                Opened.class,
                two.b
                        .open(new SessionHost.Wanted(
                                wanted.session(), wanted.what(), wanted.settings(), wanted.pipeline(), rotating))
                        .join());
        two.until(30_000);
        two.b.offer(two.session, new SessionEvent.LeaseRotated());
        two.until(60_000);
    }

    @Test
    void anUnaskedReplyWaitsUntilATurnMayOpenForIt() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            drainDuringALongAnswer(two, new SessionEvent.AgentSpokeFirst(Reply.own("The tea is ready.")));
            goOnWhileTheLeaseIsRotated(two);
            assertEquals("assistant The tea is ready.", history(two.recorded()).getLast());
        }
    }

    @Test
    void wordsWaitUntilATurnMayOpenForThem() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            drainDuringALongAnswer(two, SHORT);
            goOnWhileTheLeaseIsRotated(two);
            assertEquals(
                    List.of("user tell me", "assistant one", "user short", "assistant well"), history(two.recorded()));
        }
    }

    @Test
    void aQuestionWaitsUntilATurnMayOpenForIt() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            two.a.offer(two.session, new TextTyped("order", "ana"));
            two.until(1_000);
            two.a.drain(SessionHost.DRAINED, 0).join();
            goOnWhileTheLeaseIsRotated(two);
            assertEquals(
                    List.of("c1", "c1#2"),
                    two.recorded().stream()
                            .filter(rune -> rune.kind().equals("verdict.tool")
                                    && "ask".equals(rune.payload().text("action")))
                            .map(rune -> rune.payload().text("target"))
                            .toList());
        }
    }

    /** What an agent wants to say while no turn may open is said when one may, and is left to the next host until then. */
    @Test
    void aNewUnaskedReplyIsNotLostWhileNoTurnMayOpen() throws Exception {
        try (TwoHosts two = new TwoHosts()) {
            two.openOnA();
            var held = two.authority.held(two.session).orElseThrow();
            assertTrue(two.authority.rotate(held, 0, two.time.monotonicNanos()).isPresent());
            two.a.offer(two.session, new SessionEvent.AgentSpokeFirst(Reply.own("The tea is ready.")));
            two.until(1_000);
            assertEquals(List.of(), history(two.recorded()));
            two.a.offer(two.session, new SessionEvent.LeaseRotated());
            two.until(10_000);
            assertEquals(List.of("assistant The tea is ready."), history(two.recorded()));
        }
    }

    /** A human who has said the last thing gives the floor back while it still waits; the next host does both, in order. */
    @Test
    void aHumanWhoWasAboutToGiveTheFloorBackIsHeardAndGivesItBack() throws Exception {
        SessionEvent.Role program = SessionEvent.Role.OF_THE_PROGRAM;
        try (TwoHosts two = new TwoHosts(new MemoryDisk(), ScenarioReader.yaml("""
                name: taken over
                seed: 5
                agents:
                  - {id: lea, human: true}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                agent:
                  - {when: "short", says: "well", audio_ms: 1000}
                """), TwoHosts.LEASE_MS, 1)) {
            two.openOnA();
            two.a.offer(two.session, new SessionEvent.TakenOver("lea", program));
            two.a.offer(two.session, new SessionEvent.HumanSaid("lea", "I am Lea and I am looking into it right now."));
            two.until(200);
            var left = two.a.drain(SessionHost.DRAINED, 60_000);
            two.a.offer(two.session, new SessionEvent.HumanSaid("lea", "Goodbye."));
            two.a.offer(two.session, new SessionEvent.GivenBack("lea", program));
            two.until(20_000);
            left.join();
            goOn(two, two.b, "b");
            two.until(30_000);
            two.b.offer(two.session, SHORT);
            two.until(60_000);
            assertEquals(
                    List.of(
                            "assistant I am Lea and I am looking into it right now.",
                            "assistant Goodbye.",
                            "user short",
                            "assistant well"),
                    history(two.recorded()));
        }
    }

    /** Nobody was there when the first of them opened: the second finds the same and says it once. */
    @Test
    void bothWaitForThePersonThroughASecondRestart() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        List<String> before;
        try (TwoHosts two = protectedReply(disk)) {
            drainDuringALongAnswer(
                    two,
                    SHORT,
                    new SessionEvent.AgentSpokeFirst(Reply.own("The tea is ready.")),
                    new SessionEvent.Disconnected());
            goOn(two, two.b, "b");
            two.until(30_000);
            before = history(two.recorded());
            two.b.drain(SessionHost.DRAINED, 0).join();
        }
        try (TwoHosts again = protectedReply(disk)) {
            goOn(again, again.a, "a");
            again.until(30_000);
            assertEquals(before, history(again.recorded()), "nobody is there");
            again.a.offer(again.session, new SessionEvent.Reconnected());
            again.until(60_000);
            List<String> all = history(again.recorded());
            assertEquals(
                    List.of("user short", "assistant well", "assistant The tea is ready."),
                    all.subList(before.size(), all.size()));
            again.a.drain(SessionHost.DRAINED, 0).join();
            goOn(again, again.b, "b");
            again.until(90_000);
            assertEquals(all, history(again.recorded()), "once");
        }
    }
}
