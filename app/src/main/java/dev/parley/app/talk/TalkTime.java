package dev.parley.app.talk;

import dev.parley.kernel.port.TimeSource;
import dev.parley.sim.run.VirtualTime;

/**
 * The time of a typed conversation: it follows the clock while a person thinks, and runs ahead while text that nobody
 * listens to is "spoken", so that nobody waits for it.
 */
final class TalkTime {
    private static final long NANOS_PER_MS = 1_000_000;

    private final TimeSource clock;
    private final VirtualTime time;
    private long lastNanos;

    TalkTime(TimeSource clock) {
        this.clock = clock;
        this.time = new VirtualTime(clock.wallMillis());
        this.lastNanos = clock.monotonicNanos();
    }

    VirtualTime virtual() {
        return time;
    }

    /** Lets pass what has passed on the clock since the last call. */
    void catchUp() {
        long now = clock.monotonicNanos();
        time.advanceTo(time.monotonicNanos() + (now - lastNanos) / NANOS_PER_MS * NANOS_PER_MS);
        lastNanos = now;
    }

    /** Runs what is due next, however far ahead; false where nothing is. */
    boolean step() {
        boolean ran = time.step();
        lastNanos = clock.monotonicNanos();
        return ran;
    }
}
