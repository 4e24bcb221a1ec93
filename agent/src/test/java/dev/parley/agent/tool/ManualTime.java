package dev.parley.agent.tool;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that moves only when a test says so. */
public final class ManualTime implements TimeSource, Timers {
    private final List<Waiting> waiting = new ArrayList<>();
    private long nanos;

    /** Two timers are never the same one, even for the same moment. */
    private static final class Waiting {
        private final long atNanos;
        private final Runnable callback;

        Waiting(long atNanos, Runnable callback) {
            this.atNanos = atNanos;
            this.callback = callback;
        }

        long atNanos() {
            return atNanos;
        }

        Runnable callback() {
            return callback;
        }
    }

    @Override
    public synchronized long monotonicNanos() {
        return nanos;
    }

    @Override
    public synchronized long wallMillis() {
        return 1_000_000 + nanos / 1_000_000;
    }

    @Override
    public synchronized Timer at(long monotonicNanos, int rank, Runnable callback) {
        Waiting entry = new Waiting(monotonicNanos, callback);
        waiting.add(entry);
        return () -> remove(entry);
    }

    private synchronized void remove(Waiting entry) {
        waiting.remove(entry);
    }

    public void advanceMs(long ms) {
        List<Waiting> due;
        synchronized (this) {
            nanos += ms * 1_000_000;
            due = waiting.stream()
                    .filter(entry -> entry.atNanos() <= nanos)
                    .sorted(Comparator.comparingLong(Waiting::atNanos))
                    .toList();
            waiting.removeAll(due);
        }
        due.forEach(entry -> entry.callback().run());
    }
}
