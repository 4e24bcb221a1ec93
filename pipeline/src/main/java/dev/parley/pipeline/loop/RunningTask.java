package dev.parley.pipeline.loop;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The task that a carrier runs at this moment. The thread that runs it leads the carrier, until it ends or another thread takes the
 * carrier over: both count the number on, and only one of them can.
 */
final class RunningTask {
    /** Odd while a task runs. */
    private final AtomicLong number = new AtomicLong();

    private volatile @Nullable LoopSeat seat;
    private volatile long since;

    /** By the thread that leads; returns the number of this run. */
    long begin(LoopSeat running, long nowNanos) {
        seat = running;
        since = nowNanos;
        long next = number.get() + 1;
        number.set(next);
        return next;
    }

    /** By the thread that runs the task: whether it still leads. */
    boolean end(long run) {
        return number.compareAndSet(run, run + 1);
    }

    /** By another thread: whether it leads from now on. */
    boolean takeOver(long run) {
        return number.compareAndSet(run, run + 1);
    }

    long number() {
        return number.get();
    }

    static boolean isRun(long number) {
        return (number & 1) == 1;
    }

    boolean isRunning() {
        return isRun(number.get());
    }

    /** What runs; of no meaning once the number is another one. */
    @Nullable
    LoopSeat seat() {
        return seat;
    }

    long since() {
        return since;
    }
}
