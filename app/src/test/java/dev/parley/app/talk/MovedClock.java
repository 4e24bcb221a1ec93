package dev.parley.app.talk;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's clock, which can be put forward. */
final class MovedClock implements TimeSource {
    private final SystemTime machine = new SystemTime();
    private final AtomicLong aheadMs = new AtomicLong();

    void forward(long ms) {
        aheadMs.addAndGet(ms);
    }

    @Override
    public long monotonicNanos() {
        return machine.monotonicNanos() + aheadMs.get() * 1_000_000;
    }

    @Override
    public long wallMillis() {
        return machine.wallMillis() + aheadMs.get();
    }
}
