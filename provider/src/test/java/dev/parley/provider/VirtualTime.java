package dev.parley.provider;

import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.loop.TimerWheel;
import java.util.function.BooleanSupplier;

/** Time that moves only when a test moves it. */
public final class VirtualTime implements TimeSource {
    private static final long MS = 1_000_000L;

    private long now;
    private final TimerWheel timers = new TimerWheel(0);

    public TimerWheel timers() {
        return timers;
    }

    @Override
    public long monotonicNanos() {
        return now;
    }

    @Override
    public long wallMillis() {
        return now / MS;
    }

    /** Moves on, millisecond by millisecond, until this holds or the time is over. */
    public void until(BooleanSupplier done, long ms) {
        long end = now + ms * MS;
        timers.advanceTo(now);
        while (now < end && !done.getAsBoolean()) {
            now += MS;
            timers.advanceTo(now);
        }
    }

    public void pass(long ms) {
        until(() -> false, ms);
    }
}
