package dev.parley.pipeline.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Item 18: cancellation with explicit scopes; ruling D2: after a cancel nothing of that scope is accepted. */
class CancelScopeTest {
    private final CancelScope session = CancelScope.session("s");
    private final CancelScope turn = session.child(ScopeKind.TURN, "1");
    private final CancelScope node = turn.child(ScopeKind.NODE, "tts");
    private final CancelScope call = node.child(ScopeKind.PROVIDER_CALL, "c1");

    @Test
    void aCancelReachesEverythingInsideAndNothingOutside() {
        CancelScope otherTurn = session.child(ScopeKind.TURN, "2");
        assertTrue(turn.cancel("interrupted", 7));
        assertTrue(node.isCancelled());
        assertTrue(call.isCancelled());
        assertFalse(session.isCancelled());
        assertFalse(otherTurn.isCancelled());
        assertEquals(new CancelScope.Cancelled("interrupted", 7, ScopeKind.TURN), call.cancelled());
    }

    @Test
    void whatWasProducedBeforeTheCancelIsLateAfterIt() {
        long shown = call.generation();
        assertTrue(call.accepts(shown));
        turn.cancel("stop", 0);
        assertFalse(call.accepts(shown));
        assertFalse(call.accepts(call.generation()), "a cancelled scope accepts nothing at all");
    }

    @Test
    void aGenerationIsNeverUsedTwiceInASession() {
        long first = call.generation();
        call.cancel("retry", 0);
        CancelScope next = node.child(ScopeKind.PROVIDER_CALL, "c1");
        assertNotEquals(first, next.generation());
        assertFalse(next.accepts(first));
        assertTrue(next.accepts(next.generation()));
    }

    @Test
    void cancellingTwiceTellsOnce() {
        List<String> told = new ArrayList<>();
        call.onCancel(() -> told.add("call"));
        turn.onCancel(() -> told.add("turn"));
        assertTrue(turn.cancel("a", 0));
        assertFalse(turn.cancel("b", 1));
        assertEquals(List.of("turn", "call"), told);
        assertEquals(new CancelScope.Cancelled("a", 0, ScopeKind.TURN), turn.cancelled());
    }

    @Test
    void anActionAddedAfterTheCancelRunsAtOnce() {
        turn.cancel("a", 0);
        List<String> told = new ArrayList<>();
        call.onCancel(() -> told.add("late"));
        assertEquals(List.of("late"), told);
    }

    @Test
    void aScopeInsideACancelledOneIsBornCancelled() {
        turn.cancel("a", 0);
        assertTrue(turn.child(ScopeKind.NODE, "llm").isCancelled());
    }

    @Test
    void finishedWorkLeavesNothingBehind() {
        for (int i = 0; i < 1_000; i++) {
            node.child(ScopeKind.PROVIDER_CALL, "c" + i).finish();
        }
        call.finish();
        assertEquals(0, node.open());
        assertFalse(call.cancel("too late", 0));
    }

    @Test
    void aScopeContainsOnlyNarrowerOnes() {
        assertThrows(IllegalArgumentException.class, () -> node.child(ScopeKind.TURN, "x"));
        assertThrows(IllegalArgumentException.class, () -> call.child(ScopeKind.PROVIDER_CALL, "x"));
    }
}
