package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Explanation;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The front of the package: handles, lookups, questions, export and replay, and several threads at once. */
class AudioRegistrarTest {
    private final AudioRegistrar registrar = new AudioRegistrar(InterruptReading.MATRIX, new StillTime());
    private final AudioStream stream = registrar.stream("s1");

    @Test
    void readsLikeTheModelsExamples() {
        assertNull(stream.state());
        stream.create("agent_a", Json.Obj.EMPTY.with("session", "v1").with("priority", 3));
        assertFalse(stream.claim("agent_b").isAllowed());
        assertTrue(stream.transfer("agent_a", "agent_b").isAllowed());
        assertTrue(stream.start("agent_b").isAllowed());
        assertTrue(stream.delegate("agent_b", "agent_c").isAllowed());
        assertTrue(stream.mutateGraph("plugin_eq", "gain").isAllowed());
        assertTrue(stream.rollback("agent_b", 0).isAllowed());
        assertFalse(stream.rollback("agent_b").isAllowed());
        assertTrue(stream.commit("agent_c").isAllowed());
        assertTrue(stream.compile("agent_b").isAllowed());
        assertTrue(stream.play("agent_b").isAllowed());
        assertTrue(stream.enableOverride("user", Scope.SESSION).isAllowed());
        assertTrue(stream.updateOverride("user", Json.Obj.EMPTY.with("forced_captions", true))
                .isAllowed());
        assertFalse(stream.interrupt("agent_b").isAllowed());
        assertEquals(new AccessibilityState(Scope.SESSION, null, null, true), registrar.override("s1"));
        assertTrue(stream.disableOverride("user").isAllowed());
        assertFalse(stream.interrupt("agent_x", 10).isAllowed());
        assertTrue(stream.interruptAndHold("agent_b").isAllowed());
        assertFalse(stream.stop("agent_b").isAllowed());
        assertTrue(stream.stop("system").isAllowed());
        assertTrue(stream.restart("agent_b").isAllowed());
        assertTrue(stream.release("agent_b").isAllowed());
        assertTrue(stream.claim("agent_d", 9).isAllowed());
        assertTrue(stream.fail("agent_d").isAllowed());
        assertFalse(stream.synthesize("agent_d").isAllowed());
        assertTrue(Objects.requireNonNull(stream.state()).state().isTerminal());
        assertFalse(registrar.isHalted("v1"));
        assertFalse(Objects.requireNonNull(registrar.session("v1")).ended());
    }

    @Test
    void answersQuestionsAboutItsAttestations() {
        for (int hour = 1; hour <= 4; hour++) {
            String actor = hour % 2 == 0 ? "agent_a" : "agent_b";
            registrar.request(new Request(
                    StreamFixture.START_OF_TEST.plusHours(hour),
                    actor,
                    "s" + (hour + 1) / 2,
                    "CREATE",
                    Json.Obj.EMPTY));
        }
        assertEquals(2, registrar.attestations().of("s1").count());
        assertEquals(2, registrar.attestations().by("agent_a").action("CREATE").count());
        assertEquals(2, registrar.attestations().allowed().count());
        assertEquals(2, registrar.attestations().denied().by("agent_a").count());
        assertEquals(0, registrar.attestations().halted().count());
        List<Attestation> between = registrar
                .attestations()
                .from(StreamFixture.START_OF_TEST.plusHours(2))
                .until(StreamFixture.START_OF_TEST.plusHours(4))
                .list();
        assertEquals(
                List.of("att_2", "att_3"), between.stream().map(Attestation::id).toList());
    }

    @Test
    void refusesToReplayAListThatWasEdited() {
        stream.create("agent_a");
        stream.start("agent_b");
        List<Json.Obj> edited = new ArrayList<>(registrar.export());
        edited.set(1, edited.get(1).with("decision", "allowed"));
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> AudioRegistrar.replay(InterruptReading.MATRIX, new StillTime(), edited));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("attestation 1 does not verify"));
    }

    @Test
    void replayUnderTheOtherReadingIsRefused() {
        stream.create("agent_a");
        assertThrows(
                IllegalArgumentException.class,
                () -> AudioRegistrar.replay(InterruptReading.PROSE, new StillTime(), registrar.export()));
    }

    @Test
    void explainsWhatWouldHaveMadeADenialAnAllow() {
        StreamFixture streams = StreamFixture.at("playing");
        Request stranger = StreamFixture.request("agent_b", "s1", "INTERRUPT");
        Explanation<Subject> explained = Explanation.of(streams.registrar, stranger);
        assertEquals(new Explanation.Change.Instead(stranger.by("agent_a")), explained.change());
        Request dead = StreamFixture.request("agent_b", "s1", "CLAIM");
        Explanation<Subject> claim = Explanation.of(streams.registrar, dead);
        assertEquals(
                new Explanation.Change.After(List.of(StreamFixture.request("agent_a", "s1", "RELEASE"))),
                claim.change());
        assertNull(Explanation.of(streams.registrar, StreamFixture.request("agent_a", "s1", "STOP"))
                .change());
    }

    @Test
    void explainsARefusedOverrideWithThePersonWhoseOverrideStandsInTheWay() {
        StreamFixture streams = StreamFixture.at("playing");
        Request enable = StreamFixture.request("user_ana", "s1", "ENABLE_OVERRIDE", "scope", "user");
        Request byBen = StreamFixture.request("user_ben", "s1", "UPDATE_OVERRIDE", "forced_captions", true);
        Request disable = StreamFixture.request("user_ana", "s1", "DISABLE_OVERRIDE");
        assertTrue(streams.registrar.request(enable).isAllowed());
        assertEquals(
                new Explanation.Change.After(List.of(disable)),
                Explanation.of(streams.registrar, enable).change());
        assertEquals(
                new Explanation.Change.After(List.of(disable)),
                Explanation.of(streams.registrar, enable.by("user_ben")).change());
        assertEquals(
                new Explanation.Change.Instead(byBen.by("user_ana")),
                Explanation.of(streams.registrar, byBen).change());
    }

    private record Call(Request request, Verdict<Subject> verdict, long asked, long answered) {}

    /**
     * Two thousand requests from eight threads: the order of the attestations is one in which a single thread gives
     * every answer again, and no request that was answered before another was asked stands behind it.
     */
    @Test
    void concurrentRequestsAreLinearizableAndTotallyOrdered() throws Exception {
        int threads = 8;
        int perThread = 250;
        AtomicLong ticks = new AtomicLong();
        CyclicBarrier together = new CyclicBarrier(threads);
        List<Future<List<Call>>> running = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(thread);
                running.add(pool.submit(() -> {
                    together.await();
                    List<Call> calls = new ArrayList<>();
                    for (int i = 0; i < perThread; i++) {
                        calls.add(call(ticks, random));
                    }
                    return calls;
                }));
            }
        }
        List<Call> calls = new ArrayList<>();
        for (Future<List<Call>> future : running) {
            calls.addAll(future.get());
        }
        assertEquals(threads * perThread, calls.size());
        assertIsLinearizable(calls);
    }

    private Call call(AtomicLong ticks, Random random) {
        List<String> actions = List.of(
                "CREATE",
                "START",
                "COMPILE",
                "PLAY",
                "INTERRUPT",
                "STOP",
                "RESTART",
                "CLAIM",
                "RELEASE",
                "ENABLE_OVERRIDE",
                "DISABLE_OVERRIDE",
                "FAIL");
        List<String> actors = List.of("agent_a", "agent_b", "user", "system");
        String action = actions.get(random.nextInt(actions.size()));
        String actor = action.endsWith("OVERRIDE") ? "user" : actors.get(random.nextInt(actors.size()));
        Request request = StreamFixture.request(actor, "s" + random.nextInt(3), action);
        long asked = ticks.incrementAndGet();
        Verdict<Subject> verdict = registrar.request(request);
        return new Call(request, verdict, asked, ticks.incrementAndGet());
    }

    private void assertIsLinearizable(List<Call> calls) {
        List<Call> inOrder = new ArrayList<>(calls);
        inOrder.sort((a, b) -> Long.compare(order(a), order(b)));
        AudioRegistrar alone = new AudioRegistrar(InterruptReading.MATRIX, new StillTime());
        long latestAsked = 0;
        long expectedOrder = 1;
        for (Call call : inOrder) {
            assertEquals(expectedOrder, order(call), "no place in the order is empty or taken twice");
            expectedOrder += 1 + call.verdict().followed().size();
            assertTrue(call.answered() > latestAsked, "an answered request stands before all asked later");
            latestAsked = Math.max(latestAsked, call.asked());
            assertEquals(
                    alone.request(call.request()).attestation().toJson(),
                    call.verdict().attestation().toJson());
        }
        assertEquals(alone.export(), registrar.export());
    }

    private static long order(Call call) {
        return call.verdict().attestation().order();
    }
}
