package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations on carriers, in real time, on a real disk. */
@Timeout(120)
class LiveHostTest {
    private static final String QUICK = """
            name: quick %d
            seed: 1
            settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1}
            agent:
              - {when: "hello", says: "well", audio_ms: 5}
              - {when: "measure", calls: [{id: c1, tool: measure}]}
              - {when_result: c1, says: "done", audio_ms: 5}
            tools:
              measure: {takes_ms: 1, returns: {size: 1}}
            """;

    @TempDir
    private Path directory = Path.of("");

    private static void nobody(String session, RuneDraft draft) {}

    private static void assertSound(List<Rune> runes) {
        long last = 0;
        for (Rune rune : runes) {
            assertTrue(rune.envelope().monotonicNanos() >= last, "time goes back");
            last = rune.envelope().monotonicNanos();
        }
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
    }

    /** C2: the disk acknowledges on the log's own thread, and many conversations commit at once. */
    @Test
    void onlyTheCarrierOfAConversationEverRunsIt() throws Exception {
        Map<String, Set<String>> threads = new ConcurrentHashMap<>();
        BiConsumer<String, RuneDraft> watcher =
                (session, draft) -> threads.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet())
                        .add(Thread.currentThread().getName());
        try (LiveHost live = new LiveHost(directory, 2, HostListener.NONE, watcher)) {
            List<String> sessions = new ArrayList<>();
            List<CountDownLatch> closed = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                sessions.add(live.open(QUICK.formatted(i)));
            }
            for (int round = 0; round < 3; round++) {
                closed.clear();
                for (String session : sessions) {
                    closed.add(live.expect(session, "turn.closed", 1));
                    live.type(session, round == 1 ? "measure" : "hello");
                }
                for (CountDownLatch latch : closed) {
                    LiveHost.await(latch);
                }
            }
            for (String session : sessions) {
                List<Rune> runes = live.recorded(session);
                assertEquals(List.of("completed", "completed", "completed"), LiveHost.reasons(runes, "turn.completed"));
                assertSound(runes);
            }
        }
        threads.forEach((session, names) -> {
            assertEquals(1, names.size(), () -> session + " ran on " + names);
            assertTrue(names.iterator().next().startsWith("parley-carrier"), names::toString);
        });
    }

    /** C8: recorded wall times are the machine's. */
    @Test
    void wallTimeIsTheMachines() throws Exception {
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, LiveHostTest::nobody)) {
            long before = LiveHost.CLOCK.wallMillis();
            String session = live.open(QUICK.formatted(0));
            CountDownLatch closed = live.expect(session, "turn.closed", 1);
            live.type(session, "hello");
            LiveHost.await(closed);
            List<Rune> runes = live.recorded(session);
            long after = LiveHost.CLOCK.wallMillis();
            for (Rune rune : runes) {
                long wall = rune.envelope().wallMillis();
                assertTrue(before <= wall && wall <= after, () -> rune.kind() + " at " + wall);
            }
        }
    }

    /** C6: whatever a conversation throws ends it alone, honestly, and its carrier goes on. */
    @ParameterizedTest
    @ValueSource(
            strings = {"IllegalStateException", "StackOverflowError", "AssertionError", "a listener that throws too"})
    void aFaultEndsOneConversationAndNeverACarrier(String kind) throws Exception {
        BiConsumer<String, RuneDraft> watcher = (session, draft) -> {
            if (draft.kind().equals("user.words") && draft.payload().canonical().contains("hello there")) {
                switch (kind) {
                    case "StackOverflowError" -> throw new StackOverflowError();
                    case "AssertionError" -> throw new AssertionError("broken");
                    default -> throw new IllegalStateException("broken");
                }
            }
        };
        List<SessionHost.Ending> endings = new ArrayList<>();
        HostListener listener = new HostListener() {
            @Override
            public void over(String session, SessionHost.Ending ending) {
                if (ending.fault() != null) {
                    endings.add(ending);
                }
                if (kind.startsWith("a listener")) {
                    throw new AssertionError("nobody wants to hear it");
                }
            }
        };
        try (LiveHost live = new LiveHost(directory, 1, listener, watcher)) {
            String bad = live.open(QUICK.formatted(0));
            String good = live.open(QUICK.formatted(1));
            CountDownLatch ended = live.expect(bad, "control.ended", 1);
            live.type(bad, "hello there");
            LiveHost.await(ended);
            CountDownLatch closed = live.expect(good, "turn.closed", 1);
            live.type(good, "hello");
            LiveHost.await(closed);
            List<Rune> runes = live.recorded(bad);
            assertEquals(List.of("fault"), LiveHost.reasons(runes, "turn.error"), "the open turn says why");
            assertEquals(List.of("fault"), LiveHost.reasons(runes, "control.ended"));
            assertSound(runes);
            assertEquals(1, endings.size());
            assertNotNull(endings.getFirst().fault());
            assertEquals(1, live.host.conversations());
        }
    }

    @Test
    void whatADrainedHostLeftGoesOnAtTheNext() throws Exception {
        String session;
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, LiveHostTest::nobody)) {
            session = live.open(QUICK.formatted(0));
            CountDownLatch closed = live.expect(session, "turn.closed", 1);
            live.type(session, "hello");
            LiveHost.await(closed);
        }
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, LiveHostTest::nobody)) {
            assertEquals(session, live.open(QUICK.formatted(0)));
            CountDownLatch closed = live.expect(session, "turn.closed", 1);
            live.type(session, "hello");
            LiveHost.await(closed);
            List<Rune> runes = live.recorded(session);
            assertEquals(List.of("completed", "completed"), LiveHost.reasons(runes, "turn.completed"));
            assertEquals(2, runes.getLast().envelope().leaseEpoch(), "no epoch is used twice");
            assertSound(runes);
            live.host.end(session, "disconnected").join();
            Opening.Refused no = assertInstanceOf(
                    Opening.Refused.class,
                    live.host.open(LiveHost.wanted(QUICK.formatted(0))).join());
            assertEquals("session.ended", no.rule());
        }
    }

    @Test
    void manyThreadsMayOfferAtOnce() throws Exception {
        try (LiveHost live = new LiveHost(directory, 2, HostListener.NONE, LiveHostTest::nobody)) {
            String session = live.open(QUICK.formatted(0));
            CountDownLatch words = live.expect(session, "control.muted", 40);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                threads.add(Thread.startVirtualThread(() -> live.host.offer(session, new SessionEvent.Muted())));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            LiveHost.await(words);
            assertSound(live.recorded(session));
        }
    }
}
