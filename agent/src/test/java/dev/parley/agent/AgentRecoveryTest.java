package dev.parley.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.ManualTime;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.agent.tool.Timeline;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.tool.Approver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an agent finds when it comes back after its process was lost. */
@Timeout(60)
class AgentRecoveryTest {
    record City(String city) {}

    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ManualTime time = new ManualTime();
    private final ScriptedModel model = new ScriptedModel();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    private Agent agent() {
        Tool order = TypedTool.writes("order", "Orders.", City.class, (_, _) -> runs.incrementAndGet());
        Tool slow = TypedTool.reads("slow", "Waits.", City.class, (_, _) -> {
            runs.incrementAndGet();
            started.countDown();
            never.await();
            return "never";
        });
        ToolWiring wiring = ToolWiring.of(ToolCatalogue.of(order, slow), ToolPolicy.of(ToolMode.AUTO), recorder, time)
                .withTime(new Timeline(time), time);
        return new Agent(AgentSettings.of("assistant", "talk"), model, wiring);
    }

    private CompletableFuture<Answer> turn(Agent agent, String text) {
        return CompletableFuture.supplyAsync(() -> agent.turn("ana", text), Thread::startVirtualThread);
    }

    @Test
    void aQuestionThatOutlivedItsProcessIsAnsweredAndTheCallRunsOnceInItsOwnEpisode() throws Exception {
        model.thenCalls("c1", "order", "{\"city\":\"Rome\"}");
        Agent lost = agent();
        var _ = turn(lost, "Order");
        while (lost.tools().pendingApprovals().isEmpty()) {
            Thread.onSpinWait();
        }
        Agent again = agent();
        again.recover();
        PendingApproval question = again.tools().pendingApprovals().getFirst();
        again.tools()
                .answer(
                        question.call().callId(),
                        true,
                        Approver.adult("ana"),
                        question.call().argumentsSha256());
        awaitIdle();
        assertEquals(1, runs.get());
        model.thenSays("Welcome back.");
        assertEquals(new Answer.Said(2, "Welcome back."), again.turn("ana", "Hello?"));
        EpisodeLines.check(recorder, "talk");
    }

    @Test
    void aCallThatWasRunningIsUnknownAndItsDirectiveIsClosedAsAFailure() throws Exception {
        model.thenCalls("c1", "slow", "{\"city\":\"Rome\"}");
        var _ = turn(agent(), "Look");
        started.await();
        Agent again = agent();
        again.recover();
        awaitIdle();
        assertEquals(1, runs.get());
        String lines = String.join("\n", EpisodeLines.of(recorder, "talk"));
        assertTrue(lines.contains("\"tool_status\":\"unknown\""), lines);
        assertTrue(lines.contains("\"result_status\":\"FAILURE\""));
        assertEquals(
                1,
                recorder.read("talk").stream()
                        .filter(rune -> rune.envelope().kind().equals("turn.error"))
                        .count());
    }

    @Test
    void aQuestionToAPersonIsStillOpenAfterTheRestart() throws Exception {
        model.thenCalls("c1", "slow", "{\"city\":\"Rome\"}");
        CompletableFuture<Answer> turn = turn(agent(), "Look");
        started.await();
        time.advanceMs(30_000);
        turn.join();
        Agent again = agent();
        again.recover();
        model.thenSays("Then I leave it.");
        assertEquals(new Answer.Said(2, "Then I leave it."), again.turn("ana", "Leave it"));
        awaitIdle();
    }

    private void awaitIdle() throws Exception {
        while (!EpisodeLines.check(recorder, "talk").contains("\"corr_assistant_1\":\"S0_IDLE\"")) {
            Thread.onSpinWait();
        }
    }
}
