package dev.parley.agent.turn;

import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.port.Timers;

/** Looks at the open turns again and again, until it is closed. */
public final class StuckTurnSweeper implements AutoCloseable {
    private static final int TIMER_RANK = 3;

    private final TurnEngine turns;
    private final Timeline timeline;
    private final Timers timers;
    private final long everyMs;
    private Timers.Timer next = () -> {};
    private boolean closed;

    public StuckTurnSweeper(TurnEngine turns, Timeline timeline, Timers timers, long everyMs) {
        this.turns = turns;
        this.timeline = timeline;
        this.timers = timers;
        this.everyMs = everyMs;
    }

    public synchronized void start() {
        next = timers.at(timeline.nanosAt(timeline.nowMs() + everyMs), TIMER_RANK, this::sweep);
    }

    private void sweep() {
        turns.sweep();
        synchronized (this) {
            if (!closed) {
                start();
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        next.cancel();
    }
}
