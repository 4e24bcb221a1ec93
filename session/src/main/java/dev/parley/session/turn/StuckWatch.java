package dev.parley.session.turn;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/** Ends an open turn of which nothing has been recorded for too long, so that every turn ends. */
final class StuckWatch {
    private final long limitMs;
    private final LoopClock clock;
    private final Runnable stuck;
    private long turn;
    private long lastRuneMs;
    private @Nullable Timer timer;

    StuckWatch(long limitMs, LoopClock clock, Runnable stuck) {
        this.limitMs = limitMs;
        this.clock = clock;
        this.stuck = stuck;
    }

    void watch(long openTurn) {
        turn = openTurn;
        lastRuneMs = clock.nowMs();
        arm();
    }

    void saw(long runeTurn) {
        if (runeTurn == turn) {
            lastRuneMs = clock.nowMs();
        }
    }

    void stop() {
        turn = 0;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void arm() {
        timer = clock.at(lastRuneMs + limitMs, Rank.TIMER, () -> {
            if (clock.nowMs() - lastRuneMs >= limitMs) {
                timer = null;
                stuck.run();
            } else {
                arm();
            }
        });
    }
}
