package dev.parley.pipeline.time;

import dev.parley.kernel.port.TimeSource;

/**
 * The three times of a session and how they relate. Monotonic time measures and bounds; wall time is the session's start
 * plus the monotonic time since, so that it does not jump inside a session; media time counts from the first sample.
 */
public final class Timebase {
    private static final long NANOS_PER_MS = 1_000_000L;

    private final TimeSource source;
    private final long startNanos;
    private final long startWallMs;

    public Timebase(TimeSource source) {
        this.source = source;
        this.startNanos = source.monotonicNanos();
        this.startWallMs = source.wallMillis();
    }

    public long nowNanos() {
        return source.monotonicNanos();
    }

    /** Milliseconds since the session began. */
    public long sessionMs(long monotonicNanos) {
        return Math.floorDiv(monotonicNanos - startNanos, NANOS_PER_MS);
    }

    /** The wall time that belongs to a monotonic time, undisturbed by corrections of the system's clock. */
    public long wallMs(long monotonicNanos) {
        return startWallMs + sessionMs(monotonicNanos);
    }

    /** How far the system's clock has moved against the session's since the start; for correlation between machines. */
    public long wallDriftMs() {
        return source.wallMillis() - wallMs(source.monotonicNanos());
    }

    public long latencyMs(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / NANOS_PER_MS;
    }
}
