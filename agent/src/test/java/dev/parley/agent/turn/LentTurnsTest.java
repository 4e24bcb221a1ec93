package dev.parley.agent.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.record.ViolationRune;
import java.util.List;
import org.junit.jupiter.api.Test;

/** X8: within a session the session alone owns the turns; an agent borrows one at a time and writes nothing about them. */
class LentTurnsTest {
    private final MemoryRecorder recorder = new MemoryRecorder();
    private final Turns turns = new LentTurns("talk", recorder);

    @Test
    void aBorrowedTurnLeavesNoRuneOfItsOwn() {
        assertEquals(new TurnStart.Started(3), turns.start("assistant", 3));
        turns.userSaid(3, "assistant", "ana", "Hello");
        turns.assistantSaid(3, "assistant", "Hello, Ana.");
        turns.alive(3);
        assertTrue(turns.complete(3, "completed"));
        assertFalse(turns.fail(3, "stuck"));
        assertEquals(new TurnStart.Started(4), turns.start("assistant"));
        assertTrue(turns.interrupt(4, "interrupted"));
        turns.recover();
        assertEquals(List.of(), recorder.read("talk"));
    }

    @Test
    void twoAtOnceAndAnIdAgainAreRefusedAndRecorded() {
        turns.start("assistant", 1);
        assertEquals(
                new TurnStart.Refused("INV-TURN-SEQUENTIAL", "turn 1 of assistant is still open"),
                turns.start("assistant", 2));
        assertTrue(turns.fail(1, "halted"));
        assertEquals(new TurnStart.Refused("INV-TURN-ORDER", "turn 1 comes after turn 1"), turns.start("assistant", 1));
        assertEquals(
                List.of(ViolationRune.KIND, ViolationRune.KIND),
                recorder.read("talk").stream()
                        .map(rune -> rune.envelope().kind())
                        .toList());
    }
}
