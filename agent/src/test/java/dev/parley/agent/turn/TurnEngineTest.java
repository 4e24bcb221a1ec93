package dev.parley.agent.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.ManualTime;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

/** INV-TURN-SEQUENTIAL, INV-TURN-TERMINAL and INV-TURN-ORDER: each provoked, and each missed when it is left out. */
class TurnEngineTest {
    private final MemoryRecorder recorder = new MemoryRecorder();
    private final ManualTime time = new ManualTime();
    private TurnEngine engine = engine(TurnInvariants.ALL);

    private TurnEngine engine(List<Invariant<TurnFact>> invariants) {
        return new TurnEngine("talk", recorder, new Timeline(time), 60_000, invariants);
    }

    private TurnEngine without(Invariant<TurnFact> left) {
        return engine(TurnInvariants.ALL.stream()
                .filter(invariant -> !invariant.equals(left))
                .toList());
    }

    @Test
    void turnsCountFromOneAndEndOnce() {
        assertEquals(new TurnStart.Started(1), engine.start("a"));
        assertTrue(engine.complete(1, "completed"));
        assertFalse(engine.fail(1, "stuck"));
        assertEquals(new TurnStart.Started(2), engine.start("a"));
        assertTrue(engine.interrupt(2, "interrupted"));
        assertEquals(List.of("turn.started", "turn.completed", "turn.started", "turn.interrupted"), kinds());
        assertEquals(0, engine.openTurns());
    }

    @Test
    void aSecondTurnOfTheSameAgentIsRefusedAndRecorded() {
        engine.start("a");
        assertEquals("INV-TURN-SEQUENTIAL", refused(engine.start("a")));
        assertEquals(new TurnStart.Started(2), engine.start("b"));
        assertEquals(List.of("turn.started", "system.invariant_violation", "turn.started"), kinds());
    }

    @Test
    void withoutSequentialTwoTurnsOfOneAgentAreOpen() {
        engine = without(TurnInvariants.SEQUENTIAL);
        engine.start("a");
        assertInstanceOf(TurnStart.Started.class, engine.start("a"));
        assertEquals(2, engine.openTurns());
    }

    @Test
    void anIdThatDoesNotIncreaseIsRefused() {
        engine.start("a", 5);
        engine.complete(5, "completed");
        assertEquals("INV-TURN-ORDER", refused(engine.start("a", 5)));
        assertEquals("INV-TURN-ORDER", refused(engine.start("a", 4)));
        assertEquals(new TurnStart.Started(6), engine.start("a"));
    }

    @Test
    void withoutOrderAnOldIdStartsAgain() {
        engine = without(TurnInvariants.ORDER);
        engine.start("a", 5);
        engine.complete(5, "completed");
        assertEquals(new TurnStart.Started(4), engine.start("a", 4));
    }

    @Test
    void aTurnWithoutASignOfLifeIsSweptUp() {
        engine.start("a");
        time.advanceMs(59_999);
        assertEquals(List.of(), engine.sweep());
        engine.alive(1);
        time.advanceMs(59_999);
        assertEquals(List.of(), engine.sweep());
        time.advanceMs(1);
        assertEquals(List.of(1L), engine.sweep());
        assertEquals(List.of("turn.started", "system.invariant_violation", "turn.error"), kinds());
        assertEquals("stuck", recorder.read("talk").getLast().payload().text("reason"));
    }

    @Test
    void theSweeperLooksAgainAndAgainUntilItIsClosed() {
        try (StuckTurnSweeper sweeper = new StuckTurnSweeper(engine, new Timeline(time), time, 10_000)) {
            sweeper.start();
            engine.start("a");
            for (int i = 0; i < 6; i++) {
                assertEquals(1, engine.openTurns());
                time.advanceMs(10_000);
            }
            assertEquals(0, engine.openTurns());
        }
        engine.start("a");
        time.advanceMs(1_000_000);
        assertEquals(1, engine.openTurns());
    }

    @Test
    void withoutTerminalAHangingTurnStaysOpenForEver() {
        engine = without(TurnInvariants.TERMINAL);
        engine.start("a");
        time.advanceMs(1_000_000_000);
        assertEquals(List.of(), engine.sweep());
        assertEquals(1, engine.openTurns());
    }

    @Test
    void afterARestartOpenTurnsAreEndedAndTheCountGoesOn() {
        engine.start("a");
        TurnEngine after = engine(TurnInvariants.ALL);
        after.recover();
        assertEquals(List.of("turn.started", "turn.error"), kinds());
        assertEquals(new TurnStart.Started(2), after.start("a"));
    }

    @Test
    void theThreeAreOfSeverityError() {
        TurnInvariants.ALL.forEach(invariant -> assertEquals(Level.REJECT, invariant.level()));
    }

    private static String refused(TurnStart start) {
        return assertInstanceOf(TurnStart.Refused.class, start).rule();
    }

    private List<String> kinds() {
        return recorder.read("talk").stream()
                .map(rune -> rune.envelope().kind())
                .toList();
    }
}
