package dev.parley;

import dev.parley.pipeline.loop.LoopListener;
import java.util.concurrent.TimeUnit;

/** Tells observers which tasks of conversations computed long, and logs what did so far too long, by its conversation. */
record SlowTasks(Observers observers) implements LoopListener {
    private static final System.Logger LOG = System.getLogger(SlowTasks.class.getName());

    /** The classes of the first conversation take less to load. */
    private static final long LOGGED_NANOS = TimeUnit.SECONDS.toNanos(1);

    @Override
    public void wasSlow(String task, long nanos, long cpuNanos) {
        observers.wasSlow(task, nanos, cpuNanos);
        if (cpuNanos > LOGGED_NANOS) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a task of conversation {0} took {1} ms, {2} ms of them computing",
                    task,
                    Long.toString(TimeUnit.NANOSECONDS.toMillis(nanos)),
                    Long.toString(TimeUnit.NANOSECONDS.toMillis(cpuNanos)));
        }
    }
}
