package dev.parley.session.time;

import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.pipeline.budget.Budget;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.budget.BudgetSpec;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the time of a budget run on the loop's clock. It stands still while it is held, and says when its warning is due and
 * when it has run out.
 */
public final class BudgetWatch {
    private static final long PERCENT = 100;
    private static final long NANOS_PER_MS = 1_000_000;

    private final Budget budget;
    private final LoopClock clock;
    private final Consumer<BudgetSignal> listener;
    private final long warnMs;
    private @Nullable Timer end;
    private @Nullable Timer warning;
    private boolean stopped;

    public BudgetWatch(
            BudgetScope scope, String id, BudgetSpec spec, LoopClock clock, Consumer<BudgetSignal> listener) {
        this(scope, id, spec, clock, listener, 0);
    }

    /** @param spentMs the time that was used before */
    public BudgetWatch(
            BudgetScope scope,
            String id,
            BudgetSpec spec,
            LoopClock clock,
            Consumer<BudgetSignal> listener,
            long spentMs) {
        this.budget = Budget.start(scope, id, spec, clock.runtimeNanos() - spentMs * NANOS_PER_MS);
        this.clock = clock;
        this.listener = listener;
        this.warnMs = spec.timeMs() / PERCENT * spec.warnPercent()
                + Math.ceilDiv(spec.timeMs() % PERCENT * spec.warnPercent(), PERCENT);
        budget.pause(clock.runtimeNanos());
        this.stopped = spec.timeMs() == BudgetSpec.UNLIMITED;
    }

    public void run() {
        if (!stopped && end == null) {
            budget.resume(clock.runtimeNanos());
            long leftMs = budget.remaining(Resource.WALL_MS);
            long untilWarningMs = warnMs - (budget.spec().timeMs() - leftMs);
            end = clock.after(leftMs, Rank.TIMER, this::lookAgain);
            warning = untilWarningMs > 0 ? clock.after(untilWarningMs, Rank.TIMER, this::look) : null;
        }
    }

    public void hold() {
        if (end != null) {
            cancel();
            budget.pause(clock.runtimeNanos());
        }
    }

    /** Nothing more is counted. */
    public void stop() {
        hold();
        stopped = true;
    }

    /** Counts something other than time; false if that is more than there is and the budget ends whoever spends it. */
    public boolean spend(Resource resource, long amount) {
        charge(resource, amount);
        budget.drainSignals().forEach(listener);
        return !isOver(resource);
    }

    /** Counts something that was used before now. What comes of it is told with the next that is spent. */
    public void charge(Resource resource, long amount) {
        budget.settle(resource, 0, amount);
    }

    /** What was counted so far was told before. */
    public void forget() {
        budget.drainSignals();
    }

    /** Whether more was used than there is, and the budget ends whoever used it. */
    public boolean isOver(Resource resource) {
        return budget.isExhausted(resource) && budget.spec().onExhausted() == BudgetOutcome.TERMINATE;
    }

    /** The time that was used, the present stretch included; 0 if time is not limited. */
    public long spentMs() {
        budget.advanceTo(clock.runtimeNanos());
        long limitMs = budget.spec().timeMs();
        return limitMs == BudgetSpec.UNLIMITED ? 0 : limitMs - budget.remaining(Resource.WALL_MS);
    }

    private void cancel() {
        if (end != null) {
            end.cancel();
        }
        if (warning != null) {
            warning.cancel();
        }
        end = null;
        warning = null;
    }

    private void look() {
        budget.advanceTo(clock.runtimeNanos());
        budget.drainSignals().forEach(listener);
    }

    /** A timer counts in whole milliseconds and may come a little early. */
    private void lookAgain() {
        budget.advanceTo(clock.runtimeNanos());
        stopped = budget.isExhausted(Resource.WALL_MS);
        cancel();
        if (!stopped) {
            budget.pause(clock.runtimeNanos());
            run();
        }
        budget.drainSignals().forEach(listener);
    }
}
