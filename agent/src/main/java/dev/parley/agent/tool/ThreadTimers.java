package dev.parley.agent.tool;

import dev.parley.kernel.port.Timers;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers for what has no loop of its own: one daemon thread waits, and each callback gets a virtual thread. */
public final class ThreadTimers implements Timers, AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    public ThreadTimers() {
        this.executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("parley-timers").factory());
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Timer at(long monotonicNanos, int rank, Runnable callback) {
        long delay = Math.max(0, monotonicNanos - System.nanoTime());
        ScheduledFuture<?> future =
                executor.schedule(() -> Thread.startVirtualThread(callback), delay, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** How many timers still wait. */
    public int waiting() {
        return executor.getQueue().size();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
