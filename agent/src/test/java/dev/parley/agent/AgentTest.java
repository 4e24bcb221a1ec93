package dev.parley.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.budget.AgentBudget;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.ApprovalDesk;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.ManualTime;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.agent.tool.Timeline;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Episodes around the model: whatever the model wishes for, what is recorded is an episode the validator accepts. */
@Timeout(60)
class AgentTest {
    record City(String city) {}

    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ManualTime time = new ManualTime();
    private final ScriptedModel model = new ScriptedModel();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private boolean approves = true;
    private boolean answers = true;

    private final Tool weather =
            TypedTool.reads("weather", "The sky.", City.class, (_, city) -> Json.of(city.city() + ": clear"));
    private final Tool order = TypedTool.writes("order", "Orders.", City.class, (_, _) -> runs.incrementAndGet());
    private final Tool slow = TypedTool.reads("slow", "Waits.", City.class, (_, _) -> {
        started.countDown();
        release.await();
        return "at last";
    });

    private Agent agent = agent(AgentBudget.unlimited());

    private Agent agent(AgentBudget budget) {
        ApprovalDesk desk = new ApprovalDesk() {
            @Override
            public void show(PendingApproval question) {
                if (!answers) {
                    return;
                }
                agent.tools()
                        .answer(
                                question.call().callId(),
                                approves,
                                Approver.adult("ana"),
                                question.call().argumentsSha256());
            }

            @Override
            public void close(String callId, ApprovalOutcome outcome) {}
        };
        ToolWiring wiring = ToolWiring.of(
                        ToolCatalogue.of(weather, order, slow), ToolPolicy.of(ToolMode.AUTO), recorder, time)
                .withTime(new Timeline(time), time)
                .withDesk(desk);
        return new Agent(AgentSettings.of("assistant", "talk").withBudget(() -> budget), model, wiring);
    }

    @Test
    void anAnswerWithoutToolsIsAnEpisodeOfItsOwn() throws Exception {
        model.thenSays("Good morning.").thenSays("Good night.");
        assertEquals(new Answer.Said(1, "Good morning."), agent.turn("ana", "Hello"));
        assertEquals(new Answer.Said(2, "Good night."), agent.turn("ana", "Bye"));
        String summary = EpisodeLines.check(recorder, "talk");
        assertTrue(summary.contains("\"corr_assistant_1\":\"S0_IDLE\""), summary);
        assertTrue(kinds().containsAll(List.of("turn.started", "user.said", "assistant.said", "turn.completed")));
    }

    @Test
    void readsOfOneReplyRunSideBySideUnderOneDecision() throws Exception {
        model.then(Model.Reply.calls(
                        new Model.WantedCall("c1", "weather", "{\"city\":\"Rome\"}"),
                        new Model.WantedCall("c2", "weather", "{\"city\":\"Oslo\"}")))
                .thenSays("Both clear.");
        assertEquals(new Answer.Said(1, "Both clear."), agent.turn("ana", "Weather?"));
        EpisodeLines.check(recorder, "talk");
        assertEquals(2, packets("TaskResultPacket"));
        assertEquals(0, packets("ToolAuthorizationToken"));
        assertEquals(2, packets("DecisionPacket"));
        assertEquals(5, model.prompts().getLast().messages().size());
    }

    @Test
    void aWriteNeedsAnApprovalAndItsTokenIsThePermit() throws Exception {
        model.thenCalls("c1", "order", "{\"city\":\"Rome\"}").thenSays("Ordered.");
        assertEquals(new Answer.Said(1, "Ordered."), agent.turn("ana", "Order it"));
        EpisodeLines.check(recorder, "talk");
        assertEquals(1, runs.get());
        String permit = recorder.read("talk").stream()
                .filter(rune -> rune.envelope().kind().equals("verdict.tool")
                        && "dispatch".equals(rune.payload().text("action")))
                .map(rune -> rune.payload().get("parameters") instanceof Json.Obj spent ? spent.text("permit") : "none")
                .findFirst()
                .orElseThrow();
        String lines = String.join("\n", EpisodeLines.of(recorder, "talk"));
        assertTrue(lines.contains("\"token_id\":\"" + permit + "\""));
        assertTrue(lines.contains("\"authorization_token_id\":\"" + permit + "\""));
    }

    @Test
    void aDeniedWriteHasNoDirectiveAndDoesNotRun() throws Exception {
        approves = false;
        model.thenCalls("c1", "order", "{\"city\":\"Rome\"}").thenSays("Not ordered.");
        assertEquals(new Answer.Said(1, "Not ordered."), agent.turn("ana", "Order it"));
        EpisodeLines.check(recorder, "talk");
        assertEquals(0, runs.get());
        assertEquals(0, packets("TaskDirectivePacket"));
        assertEquals("denied", answered().status());
    }

    @Test
    void aToolOutOfTimeFailsEscalatesAndThePersonsAnswerGoesOn() throws Exception {
        model.thenCalls("c1", "slow", "{\"city\":\"Rome\"}");
        CompletableFuture<Answer> turn =
                CompletableFuture.supplyAsync(() -> agent.turn("ana", "Look"), Thread::startVirtualThread);
        started.await();
        time.advanceMs(30_000);
        Answer.Escalated escalated = assertInstanceOf(Answer.Escalated.class, turn.join());
        assertEquals(2, escalated.options().size());
        String summary = EpisodeLines.check(recorder, "talk");
        assertTrue(summary.contains("\"corr_assistant_1\":\"S8_ESCALATED\""), summary);
        assertEquals(1, packets("EscalationPacket"));
        String lines = String.join("\n", EpisodeLines.of(recorder, "talk"));
        assertTrue(lines.contains("\"result_status\":\"FAILURE\""));
        assertTrue(lines.contains("\"execution_complete\":false"));
        assertTrue(lines.contains("\"decision_outcome\":\"ESCALATE\""));

        model.thenSays("Then I leave it.");
        assertEquals(new Answer.Said(2, "Then I leave it."), agent.turn("ana", "Leave it"));
        assertTrue(EpisodeLines.check(recorder, "talk").contains("\"corr_assistant_1\":\"S0_IDLE\""));
        release.countDown();
    }

    @Test
    void anInterruptionEndsTheTurnAndTheCallRunsOnToBeSeenByTheNext() throws Exception {
        model.thenCalls("c1", "slow", "{\"city\":\"Rome\"}").thenSays("It came.");
        CompletableFuture<Answer> turn =
                CompletableFuture.supplyAsync(() -> agent.turn("ana", "Look"), Thread::startVirtualThread);
        started.await();
        agent.interrupt("interrupted");
        assertEquals(new Answer.Ended(1, "interrupted"), turn.join());
        release.countDown();
        while (!EpisodeLines.check(recorder, "talk").contains("S0_IDLE")) {
            Thread.onSpinWait();
        }
        assertEquals(new Answer.Said(2, "It came."), agent.turn("ana", "Well?"));
        assertEquals("success", answered().status());
        assertEquals(1, count("tool.result"));
        assertEquals(1, count("turn.interrupted"));
    }

    @Test
    void anInterruptionTakesBackAnOpenQuestionAndNothingRuns() throws Exception {
        answers = false;
        model.thenCalls("c1", "order", "{\"city\":\"Rome\"}");
        CompletableFuture<Answer> turn =
                CompletableFuture.supplyAsync(() -> agent.turn("ana", "Order"), Thread::startVirtualThread);
        while (agent.tools().pendingApprovals().isEmpty()) {
            Thread.onSpinWait();
        }
        agent.interrupt("interrupted");
        assertEquals(new Answer.Ended(1, "interrupted"), turn.join());
        while (!EpisodeLines.check(recorder, "talk").contains("S0_IDLE")) {
            Thread.onSpinWait();
        }
        assertEquals(0, runs.get());
        assertEquals(
                1,
                recorder.read("talk").stream()
                        .filter(rune -> rune.kind().equals("verdict.tool")
                                && "cancel".equals(rune.payload().text("action")))
                        .count());
        assertEquals(0, count("episode.refused"));
    }

    @Test
    void anOverspentBudgetEndsTheTurnWithItsRune() throws Exception {
        agent = agent(new AgentBudget(5_000, 9, 9_000));
        model.then(new Model.Reply("too long", List.of(), 6_000));
        assertEquals(new Answer.Ended(1, "budget"), agent.turn("ana", "Talk"));
        assertTrue(kinds().contains("agent.budget_exhausted"));
        assertEquals("budget", recorder.read("talk").getLast().payload().text("reason"));
        EpisodeLines.check(recorder, "talk");
    }

    @Test
    void timeStandsStillWhileAnApprovalWaitsAndIsSpentByWork() throws Exception {
        answers = false;
        agent = agent(new AgentBudget(100_000, 9, 9_000));
        model.thenCalls("c1", "order", "{\"city\":\"Rome\"}").thenSays("Ordered.");
        CompletableFuture<Answer> turn = CompletableFuture.supplyAsync(() -> agent.turn("ana", "Order it"));
        PendingApproval question = awaitQuestion();
        time.advanceMs(20_000);
        agent.tools()
                .answer(
                        question.call().callId(),
                        true,
                        Approver.adult("ana"),
                        question.call().argumentsSha256());
        assertEquals(new Answer.Said(1, "Ordered."), turn.join());

        model.thenCalls("c2", "slow", "{\"city\":\"Rome\"}").thenSays("Too late.");
        turn = CompletableFuture.supplyAsync(() -> agent.turn("ana", "Wait for it"));
        started.await();
        time.advanceMs(9_001);
        release.countDown();
        assertEquals(new Answer.Ended(2, "budget"), turn.join());
    }

    private PendingApproval awaitQuestion() {
        while (agent.tools().pendingApprovals().isEmpty()) {
            Thread.onSpinWait();
        }
        return agent.tools().pendingApprovals().getFirst();
    }

    @Test
    void callsBeyondTheBudgetAreDenied() throws Exception {
        agent = agent(new AgentBudget(100_000, 1, 9_000));
        model.then(Model.Reply.calls(
                        new Model.WantedCall("c1", "order", "{\"city\":\"Rome\"}"),
                        new Model.WantedCall("c2", "order", "{\"city\":\"Oslo\"}")))
                .thenSays("One of two.");
        agent.turn("ana", "Order both");
        EpisodeLines.check(recorder, "talk");
        assertEquals(1, runs.get());
        assertEquals("denied", answered().status());
    }

    @Test
    void aModelThatFailsEndsTheTurnAndTheNextOneWorks() throws Exception {
        assertEquals(new Answer.Ended(1, "provider_error"), agent.turn("ana", "Hello"));
        model.thenSays("Back again.");
        assertEquals(new Answer.Said(2, "Back again."), agent.turn("ana", "Hello?"));
        EpisodeLines.check(recorder, "talk");
    }

    @Test
    void aCallThatNoEpisodeStandsBehindIsDenied() {
        var result = agent.tools()
                .call(CallOrigin.NONE, "c1", "weather", "{\"city\":\"Rome\"}")
                .join();
        assertEquals(ToolStatus.DENIED, result.status());
    }

    @Test
    void aSecondTurnWhileOneIsOpenIsRefused() throws Exception {
        model.thenCalls("c1", "slow", "{\"city\":\"Rome\"}").thenSays("Done.");
        CompletableFuture<Answer> turn =
                CompletableFuture.supplyAsync(() -> agent.turn("ana", "Look"), Thread::startVirtualThread);
        started.await();
        assertEquals(
                "INV-TURN-SEQUENTIAL",
                assertInstanceOf(Answer.Refused.class, agent.turn("ana", "And?"))
                        .rule());
        release.countDown();
        assertEquals(new Answer.Said(1, "Done."), turn.join());
    }

    private Model.Message.ToolAnswered answered() {
        return model.prompts().getLast().messages().stream()
                .filter(Model.Message.ToolAnswered.class::isInstance)
                .map(Model.Message.ToolAnswered.class::cast)
                .toList()
                .getLast();
    }

    private List<String> kinds() {
        return recorder.read("talk").stream()
                .map(rune -> rune.envelope().kind())
                .toList();
    }

    private long count(String kind) {
        return kinds().stream().filter(kind::equals).count();
    }

    private long packets(String type) {
        return recorder.read("talk").stream()
                .map(Rune::payload)
                .filter(payload -> payload.fields().get("header") instanceof Json.Obj header
                        && type.equals(header.text("packet_type")))
                .count();
    }
}
