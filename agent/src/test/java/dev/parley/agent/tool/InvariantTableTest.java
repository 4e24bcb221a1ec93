package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.Answer;
import dev.parley.agent.budget.AgentBudget;
import dev.parley.agent.memory.ConversationMemory;
import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.MemoryItem;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.agent.supervise.AgentSupervisor;
import dev.parley.agent.turn.TurnEngine;
import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolInvariants;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * All twenty invariants INV-* with their severities (ruling X1). Those of the agent are provoked at their check points and
 * have to leave their rune; those of the log are provoked in its catalogue; those of replay are held by its suite.
 */
@Timeout(30)
class InvariantTableTest {
    private static final String TALK = "talk";
    private static final ToolCall CALL = ToolCall.of("c1", "order", Json.Obj.EMPTY, 1);
    private static final Hash OTHER = Hash.ofHex("01".repeat(32));

    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ManualTime time = new ManualTime();
    private final Timeline timeline = new Timeline(time);

    /** What an invariant's check point is made to do that it must refuse. */
    private record Provoked(Level level, Runnable provocation) {}

    private Map<String, Provoked> agentRows() {
        Map<String, Provoked> rows = new LinkedHashMap<>();
        rows.put("INV-TURN-SEQUENTIAL", new Provoked(Level.REJECT, this::twoTurnsAtOnce));
        rows.put("INV-TURN-TERMINAL", new Provoked(Level.REJECT, this::aTurnThatHangs));
        rows.put("INV-TURN-ORDER", new Provoked(Level.REJECT, this::aTurnIdAgain));
        rows.put("INV-TOOL-TERMINAL", new Provoked(Level.REJECT, this::aSecondResult));
        rows.put("INV-TOOL-CALL-BEFORE-RESULT", new Provoked(Level.REJECT, this::aResultOutOfNowhere));
        rows.put("INV-TOOL-APPROVAL-BEFORE-EXEC", new Provoked(Level.REJECT, this::aDispatchBeforeTheApproval));
        rows.put("INV-TOOL-SANDBOX", new Provoked(Level.REJECT, this::aDispatchPastTheSandbox));
        rows.put("INV-AGENT-SUPERVISED", new Provoked(Level.REJECT, this::anAgentUnderNobody));
        rows.put("INV-AGENT-BUDGET", new Provoked(Level.WARN, this::tooManyTokens));
        rows.put("INV-MEMORY-PRIVACY", new Provoked(Level.REJECT, this::aMemoryOutOfNowhere));
        return rows;
    }

    private static final Map<String, Level> LOG_ROWS = new LinkedHashMap<>();

    static {
        LOG_ROWS.put("INV-EVENTID-MONOTONIC", Level.HALT);
        LOG_ROWS.put("INV-RUNE-IMMUTABLE", Level.HALT);
        LOG_ROWS.put("INV-CRC-VALID", Level.HALT);
        LOG_ROWS.put("INV-SEGMENT-CONTIGUOUS", Level.HALT);
        LOG_ROWS.put("INV-RESUME-NO-DUPLICATES", Level.REJECT);
        LOG_ROWS.put("INV-RESUME-NO-GAPS", Level.WARN);
        LOG_ROWS.put("INV-SNAPSHOT-INTEGRITY", Level.HALT);
        LOG_ROWS.put("INV-CHECKPOINT-RESTORE", Level.REJECT);
    }

    private static final List<String> REPLAY_ROWS = List.of("INV-REPLAY-DETERMINISTIC", "INV-REPLAY-IDEMPOTENT");

    @TestFactory
    Stream<DynamicTest> whoeverBreaksItIsRefusedAndItsRuneIsWritten() {
        return agentRows().entrySet().stream()
                .map(row -> DynamicTest.dynamicTest(row.getKey(), () -> {
                    row.getValue().provocation().run();
                    List<Rune> written = violations(row.getKey());
                    assertEquals(1, written.size(), () -> recorder.read(TALK).toString());
                    Rune rune = written.getFirst();
                    assertEquals(row.getValue().level().name(), rune.payload().text("level"));
                    assertNotNull(rune.payload().text("reason"));
                    assertEquals(Visibility.INTERNAL, rune.envelope().visibility());
                }));
    }

    @Test
    void theLogsInvariantsHaveTheSeveritiesOfTheLadder() {
        assertEquals(List.copyOf(LOG_ROWS.keySet()), LogCatalogue.ids());
        Map<String, Level> found = new LinkedHashMap<>();
        for (LogFact fact : List.of(
                new LogFact.Appending(TALK, 4, 6),
                new LogFact.Linked(TALK, 5, Hash.ZERO, OTHER),
                new LogFact.FrameRead(TALK, 5, false),
                new LogFact.SegmentOpened(TALK, 4, 6),
                new LogFact.Delivering(TALK, 5, 5, false),
                new LogFact.Delivering(TALK, 5, 7, false),
                new LogFact.SnapshotRead(TALK, 5, Hash.ZERO, OTHER),
                new LogFact.Restored(TALK, Hash.ZERO, OTHER))) {
            Violation violation = LogCatalogue.full().failure(fact);
            assertNotNull(violation);
            found.put(violation.id(), violation.level());
        }
        assertEquals(LOG_ROWS, found);
    }

    @Test
    void thereAreTwentyAndEachIsCitedByATest() throws IOException {
        List<String> all = new ArrayList<>(LOG_ROWS.keySet());
        all.addAll(agentRows().keySet());
        all.addAll(REPLAY_ROWS);
        assertEquals(20, all.stream().distinct().count());
        StringBuilder tests = new StringBuilder();
        for (String module : List.of("kernel", "runelog", "replay", "agent")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
                for (Path file : files.filter(path -> path.toString().endsWith("Test.java"))
                        .filter(path -> !path.endsWith("InvariantTableTest.java"))
                        .toList()) {
                    tests.append(Files.readString(file));
                }
            }
        }
        for (String id : all) {
            boolean named = tests.indexOf(id) >= 0
                    || ToolInvariants.ALL.stream()
                            .anyMatch(invariant -> invariant.id().equals(id));
            assertTrue(named, () -> id + " is cited by no other test");
        }
    }

    private List<Rune> violations(String id) {
        return recorder.read(TALK).stream()
                .filter(rune -> rune.envelope().kind().equals(ViolationRune.KIND)
                        && id.equals(rune.payload().text("id")))
                .toList();
    }

    private TurnEngine turns() {
        return new TurnEngine(TALK, recorder, timeline, 1_000);
    }

    private void twoTurnsAtOnce() {
        TurnEngine turns = turns();
        turns.start("assistant");
        turns.start("assistant");
    }

    private void aTurnThatHangs() {
        TurnEngine turns = turns();
        turns.start("assistant");
        time.advanceMs(1_000);
        assertEquals(List.of(1L), turns.sweep());
    }

    private void aTurnIdAgain() {
        TurnEngine turns = turns();
        turns.start("assistant", 5);
        turns.complete(5, "completed");
        turns.start("assistant", 5);
    }

    private RecordedCalls called(Ruling ruling) {
        RecordedCalls calls = new RecordedCalls(TALK, recorder, timeline);
        calls.offer(new ToolEvent.CallProposed(CALL, 1, 1), 1);
        calls.offer(new ToolEvent.PolicyDecided("c1", ruling, ToolTerms.DEFAULT, "", 1), 1);
        return calls;
    }

    private static ToolEvent result() {
        return ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, Json.of(1), "", 2);
    }

    private static ToolEvent dispatch() {
        return new ToolEvent.DispatchRequested("c1", "token_forged", CALL.argumentsSha256(), 1, "", 2);
    }

    private void aSecondResult() {
        RecordedCalls calls = called(Ruling.DENY);
        calls.offer(result(), 1);
    }

    private void aResultOutOfNowhere() {
        new RecordedCalls(TALK, recorder, timeline).offer(result(), 1);
    }

    private void aDispatchBeforeTheApproval() {
        called(Ruling.ASK).offer(dispatch(), 1);
    }

    private void aDispatchPastTheSandbox() {
        called(Ruling.ALLOW).offer(dispatch(), 1);
    }

    @Test
    void aToolThatTriesToLeaveTheSandboxLeavesTheRuneBesideItsResult() {
        called(Ruling.ALLOW).offer(new ToolEvent.SandboxViolated("c1", "the path is outside the workspace", 2), 1);
        assertEquals(
                "the path is outside the workspace",
                violations("INV-TOOL-SANDBOX").getFirst().payload().text("reason"));
    }

    private void anAgentUnderNobody() {
        try (AgentSupervisor supervisor = new AgentSupervisor(TALK, recorder, timeline, time)) {
            assertThrows(
                    IllegalArgumentException.class, () -> supervisor.spawn("child", "nobody", 1, _ -> {}, _ -> {}));
        }
    }

    private void tooManyTokens() {
        Model model = (_, _) -> new Model.Reply("too long", List.of(), 6_000);
        ToolWiring wiring = ToolWiring.of(ToolCatalogue.of(), ToolPolicy.of(ToolMode.AUTO), recorder, time);
        AgentSettings settings = AgentSettings.of("assistant", TALK).withBudget(() -> new AgentBudget(5_000, 1, 1_000));
        try (Agent agent = new Agent(settings, model, wiring.withTime(timeline, time))) {
            assertEquals(new Answer.Ended(1, "budget"), agent.turn("ana", "Talk"));
        }
    }

    private void aMemoryOutOfNowhere() {
        var _ = new ConversationMemory(
                        recorder, new MemoryExtraction(_ -> List.of(new MemoryItem("ana", "a secret", 99))))
                .remember(TALK);
    }
}
