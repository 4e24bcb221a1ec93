package dev.parley.pipeline.budget;

import dev.parley.kernel.port.BudgetHandle.Resource;

/**
 * The limits of one scope and what happens at them.
 *
 * @param warnPercent from which share of a limit on the budget warns
 */
public record BudgetSpec(long timeMs, long tokens, long toolCalls, int warnPercent, BudgetOutcome onExhausted) {
    public static final long UNLIMITED = Long.MAX_VALUE;

    public BudgetSpec {
        if (timeMs < 0 || tokens < 0 || toolCalls < 0) {
            throw new IllegalArgumentException("a budget is not negative");
        }
        if (warnPercent < 1 || warnPercent > 100) {
            throw new IllegalArgumentException("a budget warns at 1 to 100 percent");
        }
    }

    /** A limit on time alone. */
    public static BudgetSpec time(long timeMs, BudgetOutcome onExhausted) {
        return new BudgetSpec(timeMs, UNLIMITED, UNLIMITED, 80, onExhausted);
    }

    public static BudgetSpec unlimited() {
        return time(UNLIMITED, BudgetOutcome.CONTINUE);
    }

    /** Whether nothing is limited. */
    public boolean isUnlimited() {
        return timeMs == UNLIMITED && tokens == UNLIMITED && toolCalls == UNLIMITED;
    }

    public long limit(Resource resource) {
        return switch (resource) {
            case WALL_MS -> timeMs;
            case TOKENS -> tokens;
            case TOOL_CALLS -> toolCalls;
        };
    }
}
