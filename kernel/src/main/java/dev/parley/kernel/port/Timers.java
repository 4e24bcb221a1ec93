package dev.parley.kernel.port;

/** Timers of one loop. A timer fires on that loop, as an event; it is never a thread of its own. */
public interface Timers {
    /**
     * Calls back once at the given monotonic time. Timers due at the same moment fire by rank, lowest first, then in the
     * order in which they were set.
     */
    Timer at(long monotonicNanos, int rank, Runnable callback);

    /**
     * The same, for a wait that nobody sits out: where time passes only because something is due, this is no reason for it
     * to pass.
     */
    default Timer inBackground(long monotonicNanos, int rank, Runnable callback) {
        return at(monotonicNanos, rank, callback);
    }

    /** A timer that can still be taken back. */
    interface Timer {
        void cancel();
    }
}
