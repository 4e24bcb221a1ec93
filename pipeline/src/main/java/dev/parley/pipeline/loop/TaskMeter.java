package dev.parley.pipeline.loop;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures how long the tasks of one carrier take. Everybody else on the carrier waits as long as the longest of them. Written by
 * the carrier, read by anyone.
 */
final class TaskMeter {
    /** A shorter task is not worth asking the system how much of it was computing. */
    private static final long ASK_NANOS = 200_000L;

    /** A task that computes longer than this is counted and told of. */
    static final long SLOW_NANOS = 20_000_000L;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean CAN_ASK = THREADS.isCurrentThreadCpuTimeSupported();

    private long cpuRead;
    private volatile long longestNanos;
    private volatile long longestCpuNanos;
    private final AtomicLong slow = new AtomicLong();

    /** A stride begins. On the carrier, like everything that writes. */
    void begin() {
        cpuRead = cpu();
    }

    /**
     * A task has run this long.
     *
     * @return how much of it was computing where that was long, else 0
     */
    long ran(long nanos) {
        if (nanos < ASK_NANOS) {
            return 0;
        }
        long before = cpuRead;
        cpuRead = cpu();
        long computed = CAN_ASK ? Math.min(nanos, cpuRead - before) : nanos;
        longestNanos = Math.max(longestNanos, nanos);
        longestCpuNanos = Math.max(longestCpuNanos, computed);
        if (computed <= SLOW_NANOS) {
            return 0;
        }
        slow.incrementAndGet();
        return computed;
    }

    private static long cpu() {
        return CAN_ASK ? THREADS.getCurrentThreadCpuTime() : 0;
    }

    LoopTimes times(String loop) {
        return new LoopTimes(loop, longestNanos, longestCpuNanos, slow.get());
    }
}
