package dev.parley.agent.tool;

import dev.parley.kernel.port.TimeSource;

/** The machine's own clocks. */
public final class SystemTime implements TimeSource {
    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }
}
