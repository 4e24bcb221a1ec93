package dev.parley.session;

import dev.parley.kernel.port.Timers;
import java.util.function.Consumer;

/** Timers whose callbacks run where what they throw is somebody's. */
record GuardedTimers(Timers timers, Consumer<Runnable> guard) implements Timers {
    @Override
    public Timer at(long monotonicNanos, int rank, Runnable callback) {
        return timers.at(monotonicNanos, rank, () -> guard.accept(callback));
    }

    @Override
    public Timer inBackground(long monotonicNanos, int rank, Runnable callback) {
        return timers.inBackground(monotonicNanos, rank, () -> guard.accept(callback));
    }
}
