package dev.parley.kernel.stream;

import dev.parley.kernel.port.TimeSource;

/** A clock that stands still. */
record StillTime() implements TimeSource {
    @Override
    public long monotonicNanos() {
        return 0;
    }

    @Override
    public long wallMillis() {
        return 1_772_359_200_000L;
    }
}
