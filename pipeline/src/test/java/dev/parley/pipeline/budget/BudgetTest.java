package dev.parley.pipeline.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.BudgetHandle.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Item 19: budgets by scope, with outcomes that are recorded. */
class BudgetTest {
    private static final long MS = 1_000_000L;

    @Test
    void timeRunsOutOnceWithTheOutcomeThePlanNames() {
        Budget turn = Budget.start(BudgetScope.TURN, "1", BudgetSpec.time(5_000, BudgetOutcome.TERMINATE), 0);
        turn.advanceTo(4_000 * MS);
        assertEquals(
                List.of(new BudgetSignal.Warning(BudgetScope.TURN, "1", Resource.WALL_MS, 4_000, 5_000)),
                turn.drainSignals());
        assertEquals(5_000 * MS, turn.exhaustedAtNanos());
        turn.advanceTo(5_000 * MS);
        turn.advanceTo(6_000 * MS);
        assertEquals(
                List.of(new BudgetSignal.Exhausted(
                        BudgetScope.TURN, "1", Resource.WALL_MS, 5_000, 5_000, BudgetOutcome.TERMINATE)),
                turn.drainSignals());
    }

    @Test
    void theClockStandsStillWhileAnApprovalWaits() {
        Budget turn = Budget.start(BudgetScope.TURN, "1", BudgetSpec.time(1_000, BudgetOutcome.TERMINATE), 0);
        turn.pause(400 * MS);
        assertEquals(Long.MAX_VALUE, turn.exhaustedAtNanos());
        turn.resume(60_000 * MS);
        assertEquals(60_600 * MS, turn.exhaustedAtNanos());
        assertEquals(600, turn.remaining(Resource.WALL_MS));
        assertFalse(turn.hasSignals());
    }

    /** A model names its own price; no price makes the next answer cheaper. */
    @Test
    void whatIsBeyondCountingIsSpentAndStaysSpent() {
        BudgetSpec spec = new BudgetSpec(BudgetSpec.UNLIMITED, 100, 3, 100, BudgetOutcome.TERMINATE);
        Budget turn = Budget.start(BudgetScope.TURN, "1", spec, 0);
        turn.settle(Resource.TOKENS, 0, 90);
        turn.settle(Resource.TOKENS, 0, Long.MAX_VALUE);
        assertTrue(turn.isExhausted(Resource.TOKENS));
        assertFalse(turn.reserve(Resource.TOKENS, 1));
    }

    @Test
    void aReservationMustFitEveryWiderBudgetOrReservesNothing() {
        BudgetSpec wide = new BudgetSpec(BudgetSpec.UNLIMITED, 100, 3, 100, BudgetOutcome.TERMINATE);
        BudgetSpec narrow = new BudgetSpec(BudgetSpec.UNLIMITED, 80, 3, 100, BudgetOutcome.DEGRADE);
        Budget turn = Budget.start(BudgetScope.TURN, "1", wide, 0);
        Budget llm = turn.within(BudgetScope.NODE, "llm", narrow, 0);
        Budget other = turn.within(BudgetScope.NODE, "other", narrow, 0);
        assertTrue(llm.reserve(Resource.TOKENS, 70));
        assertFalse(other.reserve(Resource.TOKENS, 40), "the turn has only 30 left");
        assertEquals(30, other.remaining(Resource.TOKENS));
        llm.settle(Resource.TOKENS, 70, 20);
        assertTrue(other.reserve(Resource.TOKENS, 40));
        assertEquals(40, turn.remaining(Resource.TOKENS));
        assertTrue(turn.isExhausted(Resource.TOKENS));
        assertEquals(
                BudgetOutcome.TERMINATE,
                ((BudgetSignal.Exhausted) turn.drainSignals().getFirst()).outcome());
    }

    @Test
    void everyOutcomeIsSaidAsItIsDeclared() {
        for (BudgetOutcome outcome : BudgetOutcome.values()) {
            Budget node = Budget.start(BudgetScope.NODE, "n", BudgetSpec.time(1, outcome), 0);
            node.advanceTo(MS);
            assertEquals(outcome, ((BudgetSignal.Exhausted) node.drainSignals().getLast()).outcome());
        }
    }

    @Test
    void theLastUnitMayBeSpentAndTheNextMayNot() {
        BudgetSpec spec = new BudgetSpec(BudgetSpec.UNLIMITED, BudgetSpec.UNLIMITED, 2, 100, BudgetOutcome.CONTINUE);
        Budget turn = Budget.start(BudgetScope.TURN, "1", spec, 0);
        assertTrue(turn.reserve(Resource.TOOL_CALLS, 1));
        assertTrue(turn.reserve(Resource.TOOL_CALLS, 1));
        assertFalse(turn.isExhausted(Resource.TOOL_CALLS));
        assertFalse(turn.reserve(Resource.TOOL_CALLS, 1));
        assertTrue(turn.isExhausted(Resource.TOOL_CALLS));
    }

    @Test
    void timeThatGoesBackwardsChangesNothing() {
        Budget turn = Budget.start(BudgetScope.TURN, "1", BudgetSpec.time(1_000, BudgetOutcome.TERMINATE), 500 * MS);
        turn.advanceTo(700 * MS);
        turn.advanceTo(100 * MS);
        assertEquals(800, turn.remaining(Resource.WALL_MS));
    }
}
