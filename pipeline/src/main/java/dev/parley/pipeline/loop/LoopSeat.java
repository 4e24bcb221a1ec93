package dev.parley.pipeline.loop;

import dev.parley.kernel.port.Timers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A conversation's place on a carrier. */
public final class LoopSeat {
    private final CarrierLoop carrier;
    private final LoopTask task;
    private final AtomicBoolean called = new AtomicBoolean();
    private volatile boolean left;

    /** The next in the carrier's list of those called; owned by whoever holds the list. */
    @Nullable
    LoopSeat next;

    LoopSeat(CarrierLoop carrier, LoopTask task) {
        this.carrier = carrier;
        this.task = task;
    }

    /** From any thread: asks for a run within a millisecond or so. Many calls before it are one run. */
    public void wake() {
        if (!left && called.compareAndSet(false, true)) {
            carrier.call(this, false);
        }
    }

    /** From any thread: asks for a run now, as an interruption does, even if one was asked for already. */
    public void wakeNow() {
        if (left) {
            return;
        }
        if (called.compareAndSet(false, true)) {
            carrier.call(this, true);
        } else {
            carrier.hurry();
        }
    }

    /** The timers of this conversation; to be used on its carrier only. After it left none of them fires. */
    public Timers timers() {
        return (atNanos, rank, callback) -> carrier.timers().at(atNanos, rank, () -> carrier.run(this, callback));
    }

    /** Gives the place back; the task is not run again. */
    public void leave() {
        if (!left) {
            left = true;
            carrier.left();
        }
    }

    boolean hasLeft() {
        return left;
    }

    /** A wake that comes while the task runs must ask again, so the call is taken back before. */
    void run(long nowNanos) {
        called.set(false);
        carrier.run(this, () -> task.run(nowNanos));
    }
}
