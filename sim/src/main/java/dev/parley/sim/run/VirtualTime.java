package dev.parley.sim.run;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.session.time.Rank;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Time that passes only when something is due. Within one moment rank decides, then the order of setting. */
public final class VirtualTime implements TimeSource, Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PriorityQueue<Entry> queue = new PriorityQueue<>(Comparator.comparingLong(Entry::dueNanos)
            .thenComparingInt(Entry::rank)
            .thenComparingLong(Entry::sequence));
    private final long startWallMillis;
    private long nowNanos;
    private long wallOffsetMs;
    private long lastSequence;
    private int awaited;

    public VirtualTime(long startWallMillis) {
        this.startWallMillis = startWallMillis;
    }

    private final class Entry implements Timer {
        private final long dueNanos;
        private final int rank;
        private final long sequence;
        private final Runnable action;
        private final boolean background;
        private boolean over;

        private Entry(long dueNanos, int rank, long sequence, Runnable action, boolean background) {
            this.dueNanos = dueNanos;
            this.rank = rank;
            this.sequence = sequence;
            this.action = action;
            this.background = background;
        }

        private long dueNanos() {
            return dueNanos;
        }

        private int rank() {
            return rank;
        }

        private long sequence() {
            return sequence;
        }

        @Override
        public void cancel() {
            if (!over) {
                over = true;
                awaited -= background ? 0 : 1;
            }
        }
    }

    @Override
    public Timer at(long monotonicNanos, int rank, Runnable callback) {
        awaited++;
        return queued(monotonicNanos, rank, callback, false);
    }

    @Override
    public Timer inBackground(long monotonicNanos, int rank, Runnable callback) {
        return queued(monotonicNanos, rank, callback, true);
    }

    private Entry queued(long monotonicNanos, int rank, Runnable callback, boolean background) {
        Entry entry = new Entry(Math.max(monotonicNanos, nowNanos), rank, ++lastSequence, callback, background);
        queue.add(entry);
        return entry;
    }

    /** The same in milliseconds, for the script. */
    public Timer atMs(long atMs, Rank rank, Runnable callback) {
        return at(atMs * NANOS_PER_MILLI, rank.order(), callback);
    }

    public Timer afterMs(long delayMs, Rank rank, Runnable callback) {
        return at(nowNanos + delayMs * NANOS_PER_MILLI, rank.order(), callback);
    }

    public long nowMs() {
        return nowNanos / NANOS_PER_MILLI;
    }

    @Override
    public boolean isVirtual() {
        return true;
    }

    @Override
    public long monotonicNanos() {
        return nowNanos;
    }

    @Override
    public long wallMillis() {
        return startWallMillis + wallOffsetMs + nowMs();
    }

    /** Somebody sets the clock on the wall; no timer is due earlier or later for it. */
    public void setWall(long byMs) {
        wallOffsetMs += byMs;
    }

    /** Lets everything happen that is due, until nothing is left. */
    public void run() {
        while (step()) {
            // Each step may set further timers.
        }
    }

    /** Lets happen what is due next, however far ahead; false where nothing is, or nothing for which time passes. */
    public boolean step() {
        Entry next = awaited == 0 ? null : next();
        if (next == null) {
            return false;
        }
        run(next);
        return true;
    }

    private void run(Entry next) {
        queue.remove();
        next.cancel();
        nowNanos = next.dueNanos;
        next.action.run();
    }

    /** Lets time pass up to this moment, and everything happen that is due by then. */
    public void advanceTo(long monotonicNanos) {
        for (Entry next = next(); next != null && next.dueNanos <= monotonicNanos; next = next()) {
            run(next);
        }
        nowNanos = Math.max(nowNanos, monotonicNanos);
    }

    /** What is due next and was not cancelled, or null. */
    private @Nullable Entry next() {
        Entry next = queue.peek();
        while (next != null && next.over) {
            queue.remove();
            next = queue.peek();
        }
        return next;
    }
}
