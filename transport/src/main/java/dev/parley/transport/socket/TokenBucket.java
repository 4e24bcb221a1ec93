package dev.parley.transport.socket;

/** How often somebody may do something: so many times in any second, and no more than that at once. Any thread may ask. */
public final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int most;
    private double left;
    private long asOfNanos;

    public TokenBucket(int perSecond, long nowNanos) {
        this.most = perSecond;
        this.left = perSecond;
        this.asOfNanos = nowNanos;
    }

    /** Whether it may be done once more now. */
    public synchronized boolean takes(long nowNanos) {
        double refilled = (nowNanos - asOfNanos) / NANOS_PER_SECOND * most;
        left = Math.min(most, left + refilled);
        asOfNanos = nowNanos;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
