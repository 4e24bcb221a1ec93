package dev.parley.app.talk;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.sim.run.VirtualTime;

/**
 * The time of a typed conversation: it follows the clock while a person or the agent thinks, and runs ahead while text
 * that nobody listens to is "spoken", so that nobody waits for it. The loop's own part is {@link #virtual}.
 */
final class TalkTime implements TimeSource {
    private static final long NANOS_PER_MS = 1_000_000;

    private final TimeSource clock;
    private final long startWallMillis;
    private final VirtualTime time;
    private volatile Mark mark;

    /** What this time was when the clock showed that. */
    private record Mark(long talkNanos, long clockNanos) {}

    TalkTime(TimeSource clock) {
        this.clock = clock;
        this.startWallMillis = clock.wallMillis();
        this.time = new VirtualTime(startWallMillis);
        this.mark = new Mark(time.monotonicNanos(), clock.monotonicNanos());
    }

    VirtualTime virtual() {
        return time;
    }

    @Override
    public long monotonicNanos() {
        return Math.max(time.monotonicNanos(), followed());
    }

    /** How far this time has come by following the clock since the mark. */
    private long followed() {
        return mark.talkNanos() + clock.monotonicNanos() - mark.clockNanos();
    }

    @Override
    public long wallMillis() {
        return startWallMillis + monotonicNanos() / NANOS_PER_MS;
    }

    /** Timers that follow the clock, set in this time. */
    Timers over(Timers timers) {
        return (atNanos, rank, callback) ->
                timers.at(clock.monotonicNanos() + Math.max(0, atNanos - monotonicNanos()), rank, callback);
    }

    /** Lets pass what has passed on the clock since the last call. */
    void catchUp() {
        Mark last = mark;
        long passed = (clock.monotonicNanos() - last.clockNanos()) / NANOS_PER_MS * NANOS_PER_MS;
        time.advanceTo(last.talkNanos() + passed);
        mark = new Mark(last.talkNanos() + passed, last.clockNanos() + passed);
    }

    /** Runs what is due next, however far ahead; false where nothing is. */
    boolean step() {
        catchUp();
        boolean ran = time.step();
        if (time.monotonicNanos() > followed()) {
            mark = new Mark(time.monotonicNanos(), clock.monotonicNanos());
        }
        return ran;
    }
}
