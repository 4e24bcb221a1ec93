package dev.parley.pipeline.loop;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long the tasks take that one thread of a carrier runs. Written by that thread, read by anyone.
 */
final class TaskMeter {
    /** The system is not worth asking how much of a shorter task was computing, nor of several that are shorter together. */
    static final long ASK_NANOS = 200_000L;

    /** A task that computes longer than this is counted and told of. */
    static final long SLOW_NANOS = 20_000_000L;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The computing time of the current thread; null where the system does not measure it. */
    private final @Nullable LongSupplier cpu;

    private long cpuRead;
    /** How long the tasks took that have run since then. They computed no longer than this. */
    private long unaskedNanos;

    private volatile long longestNanos;
    private volatile long longestCpuNanos;
    private final AtomicLong slow = new AtomicLong();

    TaskMeter() {
        this(THREADS.isCurrentThreadCpuTimeSupported() ? THREADS::getCurrentThreadCpuTime : null);
    }

    TaskMeter(@Nullable LongSupplier cpu) {
        this.cpu = cpu;
    }

    /** A stride begins. On the carrier, like everything that writes. */
    void begin() {
        cpuRead = cpu();
        unaskedNanos = 0;
    }

    /**
     * A task has run this long. What shorter tasks before it have computed is no part of its own time: it is subtracted as if
     * they had done nothing else, and the system is asked so often that this is never much.
     *
     * @return how much of it was computing where that was long, else 0
     */
    long ran(long nanos) {
        long shorterNanos = unaskedNanos;
        unaskedNanos += nanos;
        if (unaskedNanos < ASK_NANOS) {
            return 0;
        }
        long before = cpuRead;
        begin();
        if (nanos < ASK_NANOS) {
            return 0;
        }
        long computed = cpu == null ? nanos : Math.clamp(cpuRead - before - shorterNanos, 0, nanos);
        longestNanos = Math.max(longestNanos, nanos);
        longestCpuNanos = Math.max(longestCpuNanos, computed);
        if (computed <= SLOW_NANOS) {
            return 0;
        }
        slow.incrementAndGet();
        return computed;
    }

    private long cpu() {
        return cpu == null ? 0 : cpu.getAsLong();
    }

    LoopTimes times(String loop) {
        return new LoopTimes(loop, longestNanos, longestCpuNanos, slow.get());
    }
}
