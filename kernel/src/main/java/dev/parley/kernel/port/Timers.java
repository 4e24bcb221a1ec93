package dev.parley.kernel.port;

/** Timers of one loop. A timer fires on that loop, as an event; it is never a thread of its own. */
public interface Timers {
    /**
     * Calls back once at the given monotonic time. Timers due at the same moment fire by rank, lowest first, then in the
     * order in which they were set.
     */
    Timer at(long monotonicNanos, int rank, Runnable callback);

    /** A timer that can still be taken back. */
    interface Timer {
        void cancel();
    }
}
