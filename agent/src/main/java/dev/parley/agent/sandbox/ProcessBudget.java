package dev.parley.agent.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a program may take with all its processes together. The system limits each process for itself; it counts the
 * processes and threads of a confined program where {@link TaskLimit} can make it do so, and that is a second limit above
 * this one.
 */
public record ProcessBudget(int processes, long memoryBytes) {
    public static final ProcessBudget USUAL = new ProcessBudget(256, 4L << 30);

    /** A program may have many threads in few processes; as many as this exhaust the machine like processes. */
    private static final int THREADS_EACH = 8;

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    int threads() {
        return processes * THREADS_EACH;
    }

    @Nullable
    String excess(Footprint taken) {
        if (taken.processes() > processes) {
            return "had more than " + processes + " processes";
        }
        if (taken.threads() > threads()) {
            return "had more than " + threads() + " threads";
        }
        return taken.memoryBytes() > memoryBytes ? "held more than " + (memoryBytes >> 20) + " MiB" : null;
    }

    /**
     * Waits for the end of the process, on a platform thread: a program that starts processes as fast as it can takes the
     * processors, and a virtual thread would wait behind it.
     *
     * @return what it took too much of, or null if it ended by itself
     */
    public @Nullable String await(Process process) throws InterruptedException {
        while (!process.waitFor(LOOK_EVERY)) {
            String excess = excess(Footprint.of(process, this));
            if (excess != null) {
                return excess;
            }
        }
        return null;
    }
}
