package dev.parley.session.turn;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.Settings.Budget;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/** The time in which a turn must have generated its last audio. It stands still while a person is being asked. */
final class TurnBudget {
    private final LoopClock clock;
    private final Runnable exhausted;
    private long leftMs;
    private long sinceMs;
    private @Nullable Timer timer;

    TurnBudget(Budget budget, LoopClock clock, Runnable exhausted) {
        this.clock = clock;
        this.exhausted = exhausted;
        this.leftMs = budget.turnMs();
    }

    void run() {
        if (leftMs != Budget.NONE && timer == null) {
            sinceMs = clock.nowMs();
            timer = clock.after(leftMs, Rank.TIMER, exhausted);
        }
    }

    void hold() {
        if (timer != null) {
            timer.cancel();
            timer = null;
            leftMs -= clock.nowMs() - sinceMs;
        }
    }

    /** Nothing more is generated in this turn. */
    void stop() {
        hold();
        leftMs = Budget.NONE;
    }
}
