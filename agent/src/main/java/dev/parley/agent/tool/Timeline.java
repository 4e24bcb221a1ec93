package dev.parley.agent.tool;

import dev.parley.kernel.port.TimeSource;

/**
 * The one timeline of a process in milliseconds: it starts at the wall clock, so that a deadline means the same after a
 * restart, and goes on with the monotonic clock, so that it never goes back.
 */
public final class Timeline {
    private static final long NANOS_PER_MS = 1_000_000;

    private final TimeSource time;
    private final long startWallMs;
    private final long startNanos;

    public Timeline(TimeSource time) {
        this.time = time;
        this.startWallMs = time.wallMillis();
        this.startNanos = time.monotonicNanos();
    }

    public long nowMs() {
        return startWallMs + (time.monotonicNanos() - startNanos) / NANOS_PER_MS;
    }

    /** The monotonic moment at which the timeline reads this. */
    public long nanosAt(long atMs) {
        return startNanos + (atMs - startWallMs) * NANOS_PER_MS;
    }

    public TimeSource source() {
        return time;
    }
}
