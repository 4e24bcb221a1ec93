package dev.parley.pipeline.loop;

import dev.parley.kernel.port.Timers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one carrier: setting, taking back and finding the next are cheap however many there are. A slot holds
 * the timers of one tick, of this round or of a later one. Timers of one moment fire by rank and then in the order in
 * which they were set.
 */
public final class TimerWheel implements Timers {
    private static final int SLOTS = 1024;
    private static final long TICK_NANOS = 1_000_000L;
    private static final Comparator<Entry> ORDER = Comparator.<Entry>comparingLong(entry -> entry.at)
            .thenComparingInt(entry -> entry.rank)
            .thenComparingLong(entry -> entry.number);

    private final @Nullable Entry[] slots = new @Nullable Entry[SLOTS];
    private final List<Entry> due = new ArrayList<>();
    /** How many of those that are due were taken. */
    private int taken;

    private long tick;
    private long numbers;
    private int count;

    public TimerWheel(long nowNanos) {
        this.tick = Math.floorDiv(nowNanos, TICK_NANOS);
    }

    @Override
    public Timer at(long monotonicNanos, int rank, Runnable callback) {
        Entry entry = new Entry(monotonicNanos, rank, ++numbers, callback);
        int slot = slot(Math.max(tick, Math.floorDiv(monotonicNanos, TICK_NANOS)));
        entry.next = slots[slot];
        slots[slot] = entry;
        count++;
        return entry;
    }

    /** Fires what is due, and answers how many fired. A callback may set timers; those that are due fire next time. */
    public int advanceTo(long nowNanos) {
        collect(nowNanos);
        int fired = 0;
        for (Entry entry = next(); entry != null; entry = next()) {
            entry.callback.run();
            fired++;
        }
        return fired;
    }

    /** Makes ready what is due, for {@link #next}. */
    void collect(long nowNanos) {
        due.subList(0, taken).clear();
        taken = 0;
        long target = Math.floorDiv(nowNanos, TICK_NANOS);
        if (count > 0) {
            long from = Math.max(tick, target - SLOTS + 1);
            for (long passed = Math.min(from, target); passed <= target; passed++) {
                collect(slot(passed), nowNanos);
            }
        }
        tick = Math.max(tick, target);
        if (due.size() > 1) {
            due.sort(ORDER);
        }
    }

    /** The next timer that is due and was not taken back, or null. Its callback is for the caller to run. */
    @Nullable
    Entry next() {
        while (taken < due.size()) {
            Entry entry = due.get(taken++);
            if (!entry.cancelled) {
                return entry;
            }
        }
        return null;
    }

    /** Whether timers are due that were not taken, taken back or not. */
    boolean hasNext() {
        return taken < due.size();
    }

    /** Makes a timer that was taken due again, in its order. */
    void again(Entry entry) {
        due.add(entry);
    }

    /** When to look again: the first moment at which something may be due, or the largest number. */
    public long nextNanos() {
        if (count == 0) {
            return Long.MAX_VALUE;
        }
        for (int ahead = 0; ahead < SLOTS; ahead++) {
            long earliest = earliest(slot(tick + ahead), tick + ahead);
            if (earliest != Long.MAX_VALUE) {
                return earliest;
            }
        }
        return (tick + SLOTS) * TICK_NANOS;
    }

    /** How many timers are set. */
    public int size() {
        return count;
    }

    private static int slot(long tick) {
        return (int) Math.floorMod(tick, (long) SLOTS);
    }

    private long earliest(int slot, long ofTick) {
        long earliest = Long.MAX_VALUE;
        for (Entry entry = slots[slot]; entry != null; entry = entry.next) {
            if (!entry.cancelled && Math.floorDiv(entry.at, TICK_NANOS) <= ofTick) {
                earliest = Math.min(earliest, entry.at);
            }
        }
        return earliest;
    }

    private void collect(int slot, long nowNanos) {
        Entry kept = null;
        Entry entry = slots[slot];
        while (entry != null) {
            Entry next = entry.next;
            if (entry.cancelled) {
                count--;
            } else if (entry.at <= nowNanos) {
                count--;
                due.add(entry);
            } else {
                entry.next = kept;
                kept = entry;
            }
            entry = next;
        }
        slots[slot] = kept;
    }

    /** A timer in its slot. One that is taken back stays there until its slot comes round. */
    static final class Entry implements Timer {
        private final long at;
        private final int rank;
        private final long number;
        private final Runnable callback;
        private @Nullable Entry next;
        private volatile boolean cancelled;

        Entry(long at, int rank, long number, Runnable callback) {
            this.at = at;
            this.rank = rank;
            this.number = number;
            this.callback = callback;
        }

        Runnable callback() {
            return callback;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}
