package dev.parley.transport;

import dev.parley.kernel.port.TimeSource;
import java.util.Map;

/** How many requests a caller may make: so many in any second, and no more than that at once. */
final class Rates {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int CALLERS_MAX = 100_000;

    private final int perSecond;
    private final TimeSource time;
    private final Map<String, Bucket> buckets = Recent.atMost(CALLERS_MAX);

    private static final class Bucket {
        private double left;
        private long asOfNanos;
    }

    Rates(int perSecond, TimeSource time) {
        this.perSecond = perSecond;
        this.time = time;
    }

    boolean admits(Caller caller) {
        Bucket bucket = buckets.computeIfAbsent(caller.id(), _ -> full());
        long now = time.monotonicNanos();
        synchronized (bucket) {
            double refilled = (now - bucket.asOfNanos) / NANOS_PER_SECOND * perSecond;
            bucket.left = Math.min(perSecond, bucket.left + refilled);
            bucket.asOfNanos = now;
            if (bucket.left < 1) {
                return false;
            }
            bucket.left--;
            return true;
        }
    }

    private Bucket full() {
        Bucket bucket = new Bucket();
        bucket.left = perSecond;
        bucket.asOfNanos = time.monotonicNanos();
        return bucket;
    }
}
