package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.kernel.tool.ToolTerms;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten thousand calls at once, with delays, failures, cancels, duplicates, denials and timeouts. */
class ToolStormTest {
    private static final int CALLS = 10_000;

    record Job(int index, String fate) {}

    private final Map<Integer, AtomicInteger> runs = new ConcurrentHashMap<>();

    @Test
    @Timeout(120)
    void everyCallSettlesExactlyOnceAndNothingIsLeft() throws Exception {
        int threadsBefore = Thread.activeCount();
        MemoryRecorder recorder = new MemoryRecorder();
        try (ThreadTimers timers = new ThreadTimers()) {
            ToolTerms quick = ToolTerms.DEFAULT.withTimeoutMs(3_000).withApprovalTimeoutMs(60_000);
            ToolTerms hasty = ToolTerms.DEFAULT.withTimeoutMs(1);
            ToolPolicy policy = ToolPolicy.of(ToolMode.FULL_ACCESS)
                    .withTerms(quick)
                    .with("asked", Ruling.ASK)
                    .with("hasty", new ToolPolicy.Rule(Ruling.ALLOW, hasty));
            ToolCatalogue tools = ToolCatalogue.of(tool("job"), tool("asked"), tool("hasty"));
            ApprovalDesk desk = new Answering();
            Questions questions = new Questions();
            ToolRouter router = new ToolRouter(
                    "storm",
                    ToolWiring.of(tools, policy, recorder, timers)
                            .withDesk(desk)
                            .withGate(questions));
            ((Answering) desk).router = router;
            Map<ToolStatus, Integer> statuses = storm(router);
            while (!router.load().equals(ToolLoad.NONE) || timers.waiting() > 0) {
                Thread.onSpinWait();
            }
            assertTrue(questions.asked.get() > CALLS / 10);
            assertEquals(0, questions.open.get(), "every question that was asked is closed");
            System.out.println("storm of " + CALLS + ": " + statuses);
            assertEquals(
                    CALLS,
                    statuses.values().stream().mapToInt(Integer::intValue).sum());
            assertTrue(statuses.keySet()
                    .containsAll(List.of(
                            ToolStatus.SUCCESS,
                            ToolStatus.ERROR,
                            ToolStatus.TIMEOUT,
                            ToolStatus.CANCELLED,
                            ToolStatus.DENIED)));
        }
        check(recorder);
        assertTrue(Thread.activeCount() <= threadsBefore + 4, "platform threads are left");
    }

    private Tool tool(String name) {
        return TypedTool.writes(name, "Works.", Job.class, (_, job) -> {
            runs.computeIfAbsent(job.index(), _ -> new AtomicInteger()).incrementAndGet();
            switch (job.fate()) {
                case "fail" -> throw new IllegalStateException("as told");
                case "long" -> new CountDownLatch(1).await();
                default -> {
                    for (int turns = job.index() % 200; turns > 0; turns--) {
                        Thread.onSpinWait();
                    }
                }
            }
            return Json.of(job.index());
        });
    }

    private static Map<ToolStatus, Integer> storm(ToolRouter router) {
        RandomSource random = RandomSource.seeded(11);
        List<CompletableFuture<ToolResult>> results = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            String id = "call_" + i;
            int choice = random.nextInt(100);
            String tool = choice < 60 ? "job" : choice < 80 ? "asked" : "hasty";
            String fate = choice % 10 == 0 ? "fail" : choice >= 80 || choice % 10 == 1 ? "long" : "work";
            String arguments = "{\"index\":" + i + ",\"fate\":\"" + fate + "\"}";
            results.add(router.call(CallOrigin.NONE, id, tool, arguments));
            disturb(router, id, tool, arguments, random.nextInt(8), fate);
        }
        Map<ToolStatus, Integer> statuses = new EnumMap<>(ToolStatus.class);
        results.forEach(result -> statuses.merge(result.join().status(), 1, Integer::sum));
        return statuses;
    }

    private static void disturb(ToolRouter router, String id, String tool, String arguments, int how, String fate) {
        switch (how) {
            case 0 -> {
                var _ = router.call(CallOrigin.NONE, id, tool, arguments);
            }
            case 1 -> {
                var _ = router.call(CallOrigin.NONE, id, tool, "{\"index\":-1,\"fate\":\"work\"}");
            }
            case 2 -> router.report(id + "_never", Ending.SUCCESS, Json.of(0), "");
            case 3 -> router.cancel(id, "interrupted");
            default -> {
                if (fate.equals("long") && tool.equals("job")) {
                    Thread.startVirtualThread(() -> router.cancel(id, "interrupted later"));
                }
            }
        }
    }

    private void check(MemoryRecorder recorder) {
        Map<String, Integer> calls = new TreeMap<>();
        Map<String, Integer> results = new TreeMap<>();
        Map<String, Integer> dispatches = new TreeMap<>();
        for (Rune rune : recorder.read("storm")) {
            String id = String.valueOf(rune.payload().text("call_id"));
            switch (rune.envelope().kind()) {
                case "verdict.tool" -> {
                    boolean made = "call".equals(rune.payload().text("action"))
                            && "allowed".equals(rune.payload().text("decision"));
                    if (made) {
                        calls.merge(String.valueOf(rune.payload().text("target")), 1, Integer::sum);
                    }
                }
                case "tool.result" -> results.merge(id, 1, Integer::sum);
                case "tool.dispatched" -> dispatches.merge(id, 1, Integer::sum);
                default -> {}
            }
        }
        assertEquals(CALLS, calls.size());
        assertEquals(calls, results);
        assertTrue(calls.values().stream().allMatch(count -> count == 1));
        runs.forEach((index, count) -> {
            assertEquals(1, count.get());
            assertTrue(dispatches.containsKey("call_" + index));
        });
    }

    /** Counts the questions to people. */
    private static final class Questions implements CallGate {
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();

        @Override
        public @Nullable String refusal(ToolCall call, ToolSpec spec) {
            return null;
        }

        @Override
        public void asked(String callId) {
            asked.incrementAndGet();
            open.incrementAndGet();
        }

        @Override
        public void closed(String callId) {
            open.decrementAndGet();
        }
    }

    /** A person who says yes to two of three and no to the third. */
    private static final class Answering implements ApprovalDesk {
        private volatile ToolRouter router = new ToolRouter(
                "nobody",
                ToolWiring.of(
                        ToolCatalogue.of(), ToolPolicy.of(ToolMode.AUTO), new MemoryRecorder(), new ManualTime()));

        @Override
        public void show(PendingApproval approval) {
            boolean yes = Math.floorMod(approval.call().callId().hashCode(), 3) != 0;
            router.answer(
                    approval.call().callId(),
                    yes,
                    Approver.adult("ana"),
                    approval.call().argumentsSha256());
        }

        @Override
        public void close(String callId, dev.parley.kernel.tool.ApprovalOutcome outcome) {}
    }
}
