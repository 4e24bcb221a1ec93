package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.record.Recorder;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ToolRouterTest {
    private static final CallOrigin ANA = new CallOrigin("assistant", 1);

    record City(String city) {}

    record Order(String item, int count, @Nullable String note) {}

    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ManualTime time = new ManualTime();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final Desk desk = new Desk();

    private final Tool weather = TypedTool.reads("weather", "The sky.", City.class, (_, city) -> {
        runs.incrementAndGet();
        return Json.Obj.EMPTY.with("sky", "clear").with("city", city.city());
    });
    private final Tool order = TypedTool.writes("order", "Orders.", Order.class, (_, _) -> {
        runs.incrementAndGet();
        return List.of("ordered");
    });
    private final Tool slow = TypedTool.reads("slow", "Waits.", City.class, (context, _) -> {
        runs.incrementAndGet();
        context.report(Json.of(1));
        running.countDown();
        release.await();
        return true;
    });
    private final Tool stubborn = TypedTool.reads("stubborn", "Ignores its interrupt.", City.class, (_, _) -> {
        running.countDown();
        boolean released = false;
        while (!released) {
            try {
                release.await();
                released = true;
            } catch (InterruptedException ignored) {
                Thread.onSpinWait();
            }
        }
        return "late";
    });
    private final Tool broken = TypedTool.reads("broken", "Throws.", City.class, (_, _) -> {
        throw new IllegalStateException("no luck");
    });

    private ToolRouter router = router(ToolPolicy.of(ToolMode.AUTO));

    private ToolRouter router(ToolPolicy policy) {
        ToolCatalogue tools = ToolCatalogue.of(weather, order, slow, stubborn, broken);
        return new ToolRouter(
                "talk",
                ToolWiring.of(tools, policy, recorder, time)
                        .withTime(new Timeline(time), time)
                        .withDesk(desk));
    }

    @Test
    void aReadRunsAndItsRunesStandInOrder() {
        ToolResult result = call("c1", "weather", "{\"city\":\"Rome\"}").join();
        assertEquals(ToolStatus.SUCCESS, result.status());
        assertEquals("{\"city\":\"Rome\",\"sky\":\"clear\"}", result.content().canonical());
        assertEquals(
                List.of(
                        "room.opened",
                        "verdict.tool call",
                        "verdict.tool permit",
                        "verdict.tool admit",
                        "verdict.tool dispatch",
                        "tool.dispatched",
                        "verdict.tool result",
                        "tool.result"),
                kinds());
        assertEquals("assistant", recorder.read("talk").getFirst().envelope().agent());
    }

    @Test
    void aWriteAsksAndRunsOnceWhenApproved() throws Exception {
        CompletableFuture<ToolResult> result = call("c1", "order", "{\"item\":\"tea\",\"count\":1}");
        PendingApproval question = desk.shown.take();
        assertEquals(0, runs.get());
        router.answer("c1", true, Approver.adult("ana"), question.call().argumentsSha256());
        assertEquals(ToolStatus.SUCCESS, result.join().status());
        assertEquals(1, runs.get());
        assertEquals(ApprovalOutcome.APPROVED, desk.closed.take());
    }

    @Test
    void deniedExpiredAndCancelledDoNotRun() throws Exception {
        CompletableFuture<ToolResult> denied = call("c1", "order", "{\"item\":\"tea\",\"count\":1}");
        router.answer(
                "c1", false, Approver.adult("ana"), desk.shown.take().call().argumentsSha256());
        assertEquals(ToolStatus.DENIED, denied.join().status());
        assertEquals(ApprovalOutcome.DENIED, desk.closed.take());

        CompletableFuture<ToolResult> expired = call("c2", "order", "{\"item\":\"tea\",\"count\":1}");
        desk.shown.take();
        time.advanceMs(30_000);
        assertEquals(ToolStatus.DENIED, expired.join().status());
        assertEquals(ApprovalOutcome.EXPIRED, desk.closed.take());

        CompletableFuture<ToolResult> cancelled = call("c3", "order", "{\"item\":\"tea\",\"count\":1}");
        desk.shown.take();
        router.cancel("c3", "interrupted");
        assertEquals(ToolStatus.CANCELLED, cancelled.join().status());
        assertEquals(ApprovalOutcome.CANCELLED, desk.closed.take());
        assertEquals(0, runs.get());
        assertEquals(
                List.of("verdict.tool reject", "verdict.tool expire", "verdict.tool cancel"),
                kinds().stream()
                        .filter(kind -> kind.matches("verdict.tool (reject|expire|cancel)"))
                        .toList());
    }

    @Test
    void modesAndRulesDecideWhoMayRun() {
        router = router(ToolPolicy.of(ToolMode.READ_ONLY).with("order", Ruling.ALLOW));
        assertEquals(
                ToolStatus.DENIED,
                call("c1", "order", "{\"item\":\"tea\",\"count\":1}").join().status());
        router = router(ToolPolicy.of(ToolMode.FULL_ACCESS).with("weather", Ruling.DENY));
        assertEquals(
                ToolStatus.SUCCESS,
                call("c2", "order", "{\"item\":\"tea\",\"count\":1}").join().status());
        assertEquals(
                ToolStatus.DENIED,
                call("c3", "weather", "{\"city\":\"Rome\"}").join().status());
    }

    @Test
    void aTimeoutHasItsResultAndTheLateOneIsRefusedAndRecorded() throws Exception {
        CompletableFuture<ToolResult> result = call("c1", "stubborn", "{\"city\":\"Rome\"}");
        running.await();
        time.advanceMs(30_000);
        assertEquals(ToolStatus.TIMEOUT, result.join().status());
        release.countDown();
        await(() -> kinds().contains("tool.late"));
        assertTrue(kinds().contains("system.invariant_violation"));
        assertEquals(1, results());
    }

    @Test
    void aCancelSettlesAtOnceAndInterruptsTheTool() throws Exception {
        CompletableFuture<ToolResult> result = call("c1", "slow", "{\"city\":\"Rome\"}");
        running.await();
        router.cancel("c1", "interrupted");
        assertEquals(ToolStatus.CANCELLED, result.join().status());
        await(() -> router.load().equals(ToolLoad.NONE));
        assertTrue(kinds().contains("tool.progress"));
        assertEquals(1, results());
    }

    @Test
    void whatAToolThrowsIsItsError() {
        ToolResult result = call("c1", "broken", "{\"city\":\"Rome\"}").join();
        assertEquals(ToolStatus.ERROR, result.status());
        assertEquals("no luck", result.reason());
    }

    @Test
    void theSameCallIdRunsOnceAndWithOtherArgumentsIsRefused() {
        ToolResult first = call("c1", "weather", "{\"city\":\"Rome\"}").join();
        ToolResult again = call("c1", "weather", "{ \"city\" : \"Rome\" }").join();
        assertEquals(first, again);
        ToolResult other = call("c1", "weather", "{\"city\":\"Oslo\"}").join();
        assertEquals("tool.call.conflict", ((Json.Str) other.content()).value());
        assertEquals(1, runs.get());
        assertEquals(1, results());
    }

    @Test
    void duplicateKeysAndWrongArgumentsAreDeniedBeforeAnybodyIsAsked() {
        assertDenied("cannot be read", call("c1", "order", "{\"item\":\"tea\",\"item\":\"gold\",\"count\":1}"));
        assertDenied("cannot be read", call("c2", "order", "[1]"));
        assertDenied("do not fit", call("c3", "order", "{\"item\":\"tea\"}"));
        assertDenied("do not fit", call("c4", "order", "{\"item\":\"tea\",\"count\":1,\"approved\":true}"));
        assertDenied("no tool is called", call("c5", "sell", "{}"));
        assertTrue(desk.shown.isEmpty());
        assertEquals(5, results());
    }

    @Test
    void resultsThatNobodyAwaitsAreRefusedInTheNameOfTheirInvariant() {
        Step<ToolState> stray = router.report("c9", Ending.SUCCESS, Json.of(true), "");
        assertEquals(
                "INV-TOOL-CALL-BEFORE-RESULT",
                assertInstanceOf(Step.Refused.class, stray).rule());
        call("c1", "weather", "{\"city\":\"Rome\"}").join();
        Step<ToolState> second = router.report("c1", Ending.SUCCESS, Json.of(true), "");
        assertEquals(
                "INV-TOOL-TERMINAL",
                assertInstanceOf(Step.Refused.class, second).rule());
        assertEquals(1, results());
    }

    @Test
    void aGateHoldsACallBackAndCannotLetOnePass() {
        ToolWiring wiring = ToolWiring.of(
                        ToolCatalogue.of(weather, order), ToolPolicy.of(ToolMode.READ_ONLY), recorder, time)
                .withTime(new Timeline(time), time)
                .withGate((call, _) -> call.tool().equals("weather") ? "the episode does not allow it" : null);
        router = new ToolRouter("talk", wiring);
        assertDenied("episode", call("c1", "weather", "{\"city\":\"Rome\"}"));
        assertDenied("read_only", call("c2", "order", "{\"item\":\"tea\",\"count\":1}"));
    }

    @Test
    void anUndurableIntentRunsNothing() {
        CompletableFuture<Void> never = CompletableFuture.failedFuture(new java.io.IOException("disk full"));
        Recorder failing = new Recorder() {
            @Override
            public Receipt append(List<RuneDraft> batch) {
                Receipt taken = recorder.append(batch);
                return batch.getLast().kind().equals("tool.dispatched")
                        ? new Receipt(taken.firstEventId(), never)
                        : taken;
            }

            @Override
            public List<Rune> read(String conversation) {
                return recorder.read(conversation);
            }
        };
        ToolWiring wiring = ToolWiring.of(ToolCatalogue.of(weather), ToolPolicy.of(ToolMode.AUTO), failing, time)
                .withTime(new Timeline(time), time);
        router = new ToolRouter("talk", wiring);
        CompletableFuture<ToolResult> result = call("c1", "weather", "{\"city\":\"Rome\"}");
        await(() -> router.state("c1") instanceof ToolState.Dispatched);
        time.advanceMs(30_000);
        assertEquals(ToolStatus.TIMEOUT, result.join().status());
        assertEquals(0, runs.get());
    }

    @Test
    void anApprovalSurvivesARestart() throws Exception {
        var _ = call("c1", "order", "{\"item\":\"tea\",\"count\":1}");
        String digest = desk.shown.take().call().argumentsSha256();
        router.close();
        router = router(ToolPolicy.of(ToolMode.AUTO));
        router.recover();
        assertEquals(digest, desk.shown.take().call().argumentsSha256());
        CompletableFuture<ToolResult> joined = call("c1", "order", "{\"count\":1,\"item\":\"tea\"}");
        router.answer("c1", true, Approver.adult("ana"), digest);
        assertEquals(ToolStatus.SUCCESS, joined.join().status());
        assertEquals(1, runs.get());
        assertEquals(1, results());
    }

    @Test
    void aCallThatWasDispatchedBeforeARestartIsUnknownAndNotRunAgain() throws Exception {
        var _ = call("c1", "slow", "{\"city\":\"Rome\"}");
        running.await();
        ToolRouter after = router(ToolPolicy.of(ToolMode.AUTO));
        after.recover();
        assertEquals(
                ToolStatus.UNKNOWN,
                assertInstanceOf(ToolState.Settled.class, after.state("c1"))
                        .result()
                        .status());
        assertEquals(1, runs.get());
    }

    @Test
    void aSandboxThatIsClosedStopsAToolThatNamesPaths() {
        Tool reader = TypedTool.reads("reader", "Reads.", City.class, (_, _) -> runs.incrementAndGet())
                .withPaths("city");
        router = new ToolRouter(
                "talk",
                ToolWiring.of(ToolCatalogue.of(reader), ToolPolicy.of(ToolMode.FULL_ACCESS), recorder, time)
                        .withTime(new Timeline(time), time));
        assertEquals(
                ToolStatus.SANDBOX_VIOLATION,
                call("c1", "reader", "{\"city\":\"../x\"}").join().status());
        assertEquals(0, runs.get());
    }

    @Test
    void theSchemaOfARecordSaysWhatIsRequired() {
        assertEquals(
                "{\"additionalProperties\":false,\"properties\":{\"count\":{\"type\":\"integer\"},"
                        + "\"item\":{\"type\":\"string\"},\"note\":{\"type\":\"string\"}},"
                        + "\"required\":[\"item\",\"count\"],\"type\":\"object\"}",
                order.spec().inputSchema().canonical());
    }

    private CompletableFuture<ToolResult> call(String id, String tool, String arguments) {
        return router.call(ANA, id, tool, arguments);
    }

    private static void assertDenied(String because, CompletableFuture<ToolResult> result) {
        assertEquals(ToolStatus.DENIED, result.join().status());
        assertTrue(result.join().reason().contains(because), result.join().reason());
    }

    private List<String> kinds() {
        return recorder.read("talk").stream()
                .map(rune -> rune.kind().equals("verdict.tool")
                        ? rune.kind() + " " + rune.payload().text("action")
                        : rune.kind())
                .toList();
    }

    private long results() {
        return kinds().stream().filter("tool.result"::equals).count();
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertFalse(Thread.currentThread().isInterrupted());
            Thread.onSpinWait();
        }
    }

    /** Remembers what was shown and closed. */
    private static final class Desk implements ApprovalDesk {
        private final Taking<PendingApproval> shown = new Taking<>();
        private final Taking<ApprovalOutcome> closed = new Taking<>();

        @Override
        public void show(PendingApproval approval) {
            shown.queue.add(approval);
        }

        @Override
        public void close(String callId, ApprovalOutcome outcome) {
            closed.queue.add(outcome);
        }
    }

    private static final class Taking<T> {
        private final BlockingQueue<T> queue = new LinkedBlockingQueue<>();

        T take() throws InterruptedException {
            T taken = queue.poll(20, TimeUnit.SECONDS);
            if (taken == null) {
                throw new AssertionError("nothing came");
            }
            return taken;
        }

        boolean isEmpty() {
            return queue.isEmpty();
        }
    }
}
