package dev.parley.pipeline.loop;

/**
 * How busy a carrier is, in thousandths of its time, smoothed over about half a second. Waking later than planned counts
 * as busy: whatever keeps the carrier from its work, its own conversations or the rest of the machine, more of them would
 * only wait longer. Written by the carrier, read by anyone.
 */
final class LoadMeter {
    private static final long WINDOW_NANOS = 100_000_000L;
    private static final int WINDOWS_KEPT = 4;

    private long windowStart;
    private long busy;
    private volatile int permille;

    LoadMeter(long nowNanos) {
        this.windowStart = nowNanos;
    }

    int permille() {
        return permille;
    }

    /** The carrier was busy in between. */
    void worked(long fromNanos, long toNanos) {
        busy += Math.max(0, toNanos - fromNanos);
        passed(toNanos);
    }

    /** Others have computed for the carrier while it went on with its conversations. */
    void computedBeside(long nanos) {
        busy += nanos;
    }

    /** Tells the time without work. */
    void passed(long nowNanos) {
        long elapsed = nowNanos - windowStart;
        if (elapsed < WINDOW_NANOS) {
            return;
        }
        int sample = (int) Math.min(1000, 1000 * busy / elapsed);
        long windows = Math.min(WINDOWS_KEPT, elapsed / WINDOW_NANOS);
        permille = (int) ((permille * (WINDOWS_KEPT - windows) + sample * windows) / WINDOWS_KEPT);
        windowStart = nowNanos;
        busy = 0;
    }
}
