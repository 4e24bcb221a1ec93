package dev.parley.agent.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.budget.WorkTime;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.supervise.AgentSupervisor.Down;
import dev.parley.agent.tool.ManualTime;
import dev.parley.agent.tool.Timeline;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** INV-AGENT-SUPERVISED (ruling E5): an agent that throws, blocks or dies ends alone, and its parent is told. */
@Timeout(30)
class AgentSupervisorTest {
    private static final long LONG_MS = 1_000_000;
    private static final long LOOK_AGAIN_MS = 50;

    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ManualTime time = new ManualTime();
    private final Queue<Down> told = new ConcurrentLinkedQueue<>();
    private final CountDownLatch forever = new CountDownLatch(1);
    private AgentSupervisor supervisor = new AgentSupervisor("talk", recorder, new Timeline(time), time);

    private CompletableFuture<Down> spawnWaiting(String agent, String parent) {
        return supervisor.spawn(agent, parent, LONG_MS, _ -> forever.await(), told::add);
    }

    private CompletableFuture<Down> spawnFailing(String agent, String parent) {
        return supervisor.spawn(
                agent,
                parent,
                LONG_MS,
                _ -> {
                    throw new IllegalStateException("broken");
                },
                told::add);
    }

    @Test
    void anAgentThatThrowsEndsAloneAndItsParentIsTold() {
        var parent = spawnWaiting("parent", "");
        var sibling = spawnWaiting("sibling", "parent");
        Down down = spawnFailing("child", "parent").join();
        assertEquals(new Down("child", "broken", true), down);
        assertEquals(List.of("parent", "sibling"), supervisor.alive());
        assertFalse(parent.isDone() || sibling.isDone());
        assertEquals(List.of(down), List.copyOf(told));
        assertTrue(recorder.read("talk").stream()
                .anyMatch(rune -> rune.envelope().kind().equals("agent.down")
                        && rune.envelope().agent().equals("parent")
                        && "child".equals(rune.payload().text("agent"))));
        supervisor.close();
        assertEquals("the conversation is closing", parent.join().reason());
    }

    @Test
    void withoutTheInvariantEverybodyElseEndsToo() {
        supervisor = new AgentSupervisor("talk", recorder, new Timeline(time), time, List.of());
        var sibling = spawnWaiting("sibling", "");
        spawnFailing("child", "").join();
        assertEquals("broken", sibling.join().reason());
        assertEquals(List.of(), supervisor.alive());
    }

    @Test
    void anAgentThatBlocksBeyondItsTimeIsEnded() {
        var sibling = spawnWaiting("sibling", "");
        var blocked = supervisor.spawn("blocked", "", 1_000, _ -> forever.await(), told::add);
        time.advanceMs(1_000);
        assertTrue(blocked.join().failed());
        assertFalse(sibling.isDone());
        supervisor.close();
        assertTrue(sibling.isDone());
    }

    @Test
    void timeStandsStillWhileAPersonIsAsked() {
        WorkTime work = new WorkTime(new Timeline(time));
        var agent = supervisor.spawn("asking", "", work, 1_000, _ -> forever.await(), told::add);
        time.advanceMs(600);
        work.hold();
        work.hold();
        time.advanceMs(5_000);
        work.release();
        time.advanceMs(5_000);
        work.release();
        assertEquals(600, work.elapsedMs());
        assertFalse(agent.isDone());
        time.advanceMs(399);
        assertFalse(agent.isDone());
        time.advanceMs(LOOK_AGAIN_MS);
        assertTrue(agent.join().failed());
    }

    @Test
    void aFailureThatWouldSpreadAndAnAgentUnderNobodyAreRecordedAsViolations() {
        var sibling = spawnWaiting("sibling", "");
        spawnFailing("child", "").join();
        assertThrows(IllegalArgumentException.class, () -> spawnWaiting("orphan", "nobody"));
        assertEquals(
                List.of(
                        "child failed and would have taken sibling along",
                        "orphan would start under nobody, which is not running"),
                violations());
        assertEquals(List.of("sibling"), supervisor.alive());
        supervisor.close();
        assertTrue(sibling.isDone());
    }

    @Test
    void withoutTheInvariantAnAgentStartsUnderNobody() {
        supervisor = new AgentSupervisor("talk", recorder, new Timeline(time), time, List.of());
        var orphan = spawnWaiting("orphan", "nobody");
        assertEquals(List.of("orphan"), supervisor.alive());
        assertEquals(List.of(), violations());
        supervisor.close();
        assertTrue(orphan.isDone());
    }

    private List<String> violations() {
        return recorder.read("talk").stream()
                .filter(rune -> rune.envelope().kind().equals("system.invariant_violation"))
                .filter(rune -> "INV-AGENT-SUPERVISED".equals(rune.payload().text("id"))
                        && "REJECT".equals(rune.payload().text("level")))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    @Test
    void aParentThatCannotBearTheNewsChangesNothing() {
        var parent = spawnWaiting("parent", "");
        Down down = supervisor
                .spawn("child", "parent", LONG_MS, _ -> {}, _ -> {
                    throw new IllegalStateException("too much");
                })
                .join();
        assertFalse(down.failed());
        assertFalse(parent.isDone());
        supervisor.close();
    }

    @Test
    void anAgentWithABottomlessRecursionEndsAlone() {
        var sibling = spawnWaiting("sibling", "");
        Down down = supervisor
                .spawn("deep", "", LONG_MS, _ -> assertEquals(0, deeper(1)), told::add)
                .join();
        assertTrue(down.failed());
        assertFalse(sibling.isDone());
        supervisor.close();
    }

    private static long deeper(long level) {
        return level < 0 ? 0 : 1 + deeper(level + 1);
    }

    @Test
    void nobodyIsStartedAgainUnlessAskedAndNoNameTwice() {
        spawnFailing("child", "").join();
        assertEquals(List.of(), supervisor.alive());
        var waiting = spawnWaiting("child", "");
        assertThrows(IllegalArgumentException.class, () -> spawnWaiting("child", ""));
        supervisor.close();
        assertTrue(waiting.isDone());
    }

    @Test
    void anAgentThatFinishesIsTerminated() {
        Down down = supervisor.spawn("quick", "", LONG_MS, _ -> {}, told::add).join();
        assertFalse(down.failed());
        assertEquals(
                List.of("agent.spawning", "agent.ready", "agent.terminated", "agent.down"),
                recorder.read("talk").stream()
                        .map(rune -> rune.envelope().kind())
                        .toList());
    }
}
