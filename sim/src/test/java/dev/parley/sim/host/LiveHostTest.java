package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
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
            Set<String> carriers = names.stream().map(LiveHostTest::carrier).collect(Collectors.toSet());
            assertEquals(1, carriers.size(), () -> session + " ran on " + names);
            assertTrue(carriers.iterator().next().startsWith("parley-carrier-"), names::toString);
        });
    }

    /** A carrier has a few threads, which are called like it with a number behind. */
    private static String carrier(String thread) {
        return thread.replaceFirst("^(parley-carrier-\\d+)-\\d+$", "$1");
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

    private record Asked(long mark, long asked, long answered) {}

    /**
     * Eight threads change the override of one conversation, each when its last request was decided. The record is one
     * order of all requests in which a single fold decides every one of them again, and no request that was decided before
     * another was made is behind it.
     */
    @Test
    void whatManyThreadsAskOfOneConversationIsDecidedInOneOrder() throws Exception {
        int threads = 8;
        int perThread = 50;
        Map<Long, CountDownLatch> decided = new ConcurrentHashMap<>();
        BiConsumer<String, RuneDraft> watcher = (_, draft) -> {
            CountDownLatch waiting = decided.get(mark(draft.kind(), draft.payload()));
            if (waiting != null) {
                waiting.countDown();
            }
        };
        AtomicLong ticks = new AtomicLong();
        List<Asked> calls = Collections.synchronizedList(new ArrayList<>());
        try (LiveHost live = new LiveHost(directory, 2, HostListener.NONE, watcher)) {
            String session = live.open(TWO_PEOPLE);
            List<Future<?>> running = new ArrayList<>();
            try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                for (int thread = 0; thread < threads; thread++) {
                    long first = 1 + (long) thread * perThread;
                    running.add(pool.submit(() -> {
                        for (long mark = first; mark < first + perThread; mark++) {
                            CountDownLatch mine = new CountDownLatch(1);
                            decided.put(mark, mine);
                            long asked = ticks.incrementAndGet();
                            assertTrue(live.host.offer(session, override(mark)));
                            LiveHost.await(mine);
                            calls.add(new Asked(mark, asked, ticks.incrementAndGet()));
                        }
                        return null;
                    }));
                }
            }
            for (Future<?> each : running) {
                each.get();
            }
            // The watcher hears of a rune right before it is written; the seat answers when it is.
            live.host.ask(session, ConversationLoop::isWaitingForPerson).join();
            List<Rune> runes = live.recorded(session);
            assertSound(runes);
            Map<Long, Asked> byMark = calls.stream().collect(Collectors.toMap(Asked::mark, call -> call));
            List<Asked> ordered = runes.stream()
                    .map(rune -> byMark.remove(mark(rune.kind(), rune.payload())))
                    .filter(Objects::nonNull)
                    .toList();
            assertEquals(threads * perThread, ordered.size(), "every request is attested, once");
            long latestAsked = 0;
            for (Asked call : ordered) {
                assertTrue(call.answered() > latestAsked, () -> call + " was decided before an earlier one was made");
                latestAsked = Math.max(latestAsked, call.asked());
            }
        }
    }

    /** On one carrier another waits for the batch that runs and one that was called before it, not for the whole flood. */
    @Test
    void aFloodInOneConversationDelaysAnotherByTwoBatchesAtMost() throws Exception {
        int batch = 64;
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch filled = new CountDownLatch(1);
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        BiConsumer<String, RuneDraft> watcher = (session, draft) -> {
            if (draft.kind().equals("control.muted") || draft.kind().equals("user.words")) {
                began.countDown();
                awaitUninterrupted(filled);
                taken.add(draft.kind());
            }
        };
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, watcher)) {
            String flooded = live.open(QUICK.formatted(1));
            String quiet = live.open(QUICK.formatted(2));
            CountDownLatch flood = live.expect(flooded, "control.muted", 3 * batch);
            CountDownLatch answered = live.expect(quiet, "turn.closed", 1);
            assertTrue(live.host.offer(flooded, new SessionEvent.Muted()));
            LiveHost.await(began);
            for (int i = 1; i < 3 * batch; i++) {
                assertTrue(live.host.offer(flooded, new SessionEvent.Muted()));
            }
            live.type(quiet, "hello");
            filled.countDown();
            LiveHost.await(flood);
            LiveHost.await(answered);
            assertTrue(taken.indexOf("user.words") <= 2 * batch, () -> "it waited for " + taken.indexOf("user.words"));
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            LiveHost.await(latch);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final String TWO_PEOPLE = """
        name: two people
        seed: 1
        people:
          - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
          - {id: ben, role: OWNER, birthdate: 1981-05-01, confirmed: true}
        agent:
          - {when: "hello", says: "well", audio_ms: 5}
        """;

    /** Who comes first decides whose override it is, so that the answers depend on the order. */
    private static SessionEvent override(long mark) {
        Json.Obj rate = Json.Obj.EMPTY.with("speech_rate", new Json.Num(BigDecimal.valueOf(10_000 + mark, 4)));
        String action = mark % 3 == 0 ? "ENABLE_OVERRIDE" : "UPDATE_OVERRIDE";
        return new SessionEvent.OverrideRequested(action, rate, mark % 2 == 0 ? "ana" : "ben");
    }

    private static long mark(String kind, Json.Obj payload) {
        boolean isVerdict = kind.equals("verdict.stream");
        BigDecimal rate =
                isVerdict && payload.get("parameters") instanceof Json.Obj given ? given.number("speech_rate") : null;
        return rate == null ? 0 : rate.movePointRight(4).longValueExact() - 10_000;
    }
}
