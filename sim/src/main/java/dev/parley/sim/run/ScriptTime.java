package dev.parley.sim.run;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.time.Rank;

/**
 * The time of a script in milliseconds, over a clock that is virtual or the machine's.
 *
 * @param originNanos the moment at which the script begins
 */
public record ScriptTime(TimeSource time, Timers timers, long originNanos) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    public long nowMs() {
        return (time.monotonicNanos() - originNanos) / NANOS_PER_MILLI;
    }

    public Timer atMs(long atMs, Rank rank, Runnable callback) {
        return timers.at(originNanos + atMs * NANOS_PER_MILLI, rank.order(), callback);
    }

    public Timer afterMs(long delayMs, Rank rank, Runnable callback) {
        return timers.at(time.monotonicNanos() + delayMs * NANOS_PER_MILLI, rank.order(), callback);
    }
}
