package dev.parley.kernel.port;

/** The three times of a conversation. In simulation all of them are virtual. */
public interface TimeSource {
    /** Monotonic runtime time, for latency and budgets. */
    long monotonicNanos();

    /** Wall-clock time, for correlation with the world; it may jump. */
    long wallMillis();

    /** Whether this time passes only when something is due, so that nothing happens between two moments. */
    default boolean isVirtual() {
        return false;
    }
}
