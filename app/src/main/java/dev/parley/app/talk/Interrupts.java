package dev.parley.app.talk;

import dev.parley.kernel.port.TimeSource;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** Ctrl-C at a terminal: once stops the agent in the middle of a word, twice in a row leaves. */
final class Interrupts implements AutoCloseable {
    private static final String SIGNAL = "INT";
    private static final long TWICE_NANOS = 2_000_000_000L;

    private final TimeSource clock;
    private final Runnable stop;
    private final Runnable leave;
    private final @Nullable Object before;
    private long last;
    private boolean pressed;

    Interrupts(TimeSource clock, Runnable stop, Runnable leave) {
        this.clock = clock;
        this.stop = stop;
        this.leave = leave;
        this.before = Signals.register(SIGNAL, this::pressed);
    }

    synchronized void pressed() {
        long now = clock.monotonicNanos();
        if (pressed && now - last < TWICE_NANOS) {
            leave.run();
        } else {
            stop.run();
        }
        pressed = true;
        last = now;
    }

    @Override
    public void close() {
        if (before != null) {
            Signals.unregister(SIGNAL, before);
        }
    }
}
