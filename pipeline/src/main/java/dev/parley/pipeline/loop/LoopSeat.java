package dev.parley.pipeline.loop;

import dev.parley.kernel.port.Timers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation's place on a carrier. Everything the carrier needs to find it stands in the seat itself, so that a wake,
 * an alarm and a run make nothing new.
 */
public final class LoopSeat implements Seat {
    static final long NO_ALARM = Long.MAX_VALUE;
    private static final VarHandle CALLED = flag("called");
    private static final VarHandle HURRIED = flag("hurried");

    private final CarrierLoop carrier;
    private final LoopTask task;
    private volatile boolean called;
    private volatile boolean hurried;
    private volatile boolean left;

    /** The next in the carrier's list of those called; owned by whoever holds the list. */
    @Nullable
    LoopSeat nextCalled;

    /** The next in the carrier's list of those in a hurry; owned by whoever holds the list. */
    @Nullable
    LoopSeat nextHurried;

    /** When the alarm goes off and where it hangs; owned by the carrier's ring of alarms. */
    long alarmAt = NO_ALARM;

    long alarmTick;
    boolean alarmHangs;

    @Nullable
    LoopSeat alarmBefore;

    @Nullable
    LoopSeat alarmAfter;

    /** When the task that runs began to; owned by the carrier. */
    private long runsSince;

    /** Whether the task still runs on a thread that leads the carrier no longer; written by {@link LoopTimers}. */
    volatile boolean away;

    /** When another thread took the carrier over; written before it did. */
    long awaySince;

    /** What came in since then. Guarded by the {@link LoopTimers}. */
    boolean missedHurry;

    final List<TimerWheel.Entry> missedTimers = new ArrayList<>(0);

    LoopSeat(CarrierLoop carrier, LoopTask task) {
        this.carrier = carrier;
        this.task = task;
    }

    private static VarHandle flag(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(LoopSeat.class, name, boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The run comes with the carrier's next stride. */
    @Override
    public void wake() {
        showFirst();
        if (!called && !left && CALLED.compareAndSet(this, false, true)) {
            carrier.call(this);
        }
    }

    @Override
    public void wakeNow() {
        showFirst();
        if (!hurried && !left && HURRIED.compareAndSet(this, false, true)) {
            carrier.hurry(this);
        }
    }

    /**
     * Whoever finds that a run is asked for already relies on that run to see what they left for it. Without this they could find
     * it before what they left is seen by anybody, and the run could come in between.
     */
    private static void showFirst() {
        VarHandle.fullFence();
    }

    @Override
    public void runAt(long monotonicNanos) {
        carrier.timers().alarm(this, monotonicNanos);
    }

    @Override
    public Timers timers() {
        return (atNanos, rank, callback) -> carrier.timers().at(this, atNanos, rank, callback);
    }

    @Override
    public void leave() {
        if (!left) {
            left = true;
            carrier.left();
        }
    }

    @Override
    public boolean mustYield() {
        return carrier.wantsBack(this, runsSince);
    }

    void begins(long monotonicNanos) {
        runsSince = monotonicNanos;
    }

    /** What runs here. */
    String name() {
        return task.name();
    }

    boolean hasLeft() {
        return left;
    }

    /** A wake that comes while the task runs must ask again, so the call is taken back before. */
    void answerCall() {
        called = false;
    }

    /** The same for a wake in a hurry. */
    void answerHurry() {
        hurried = false;
    }

    void run(long nowNanos) {
        task.run(nowNanos);
    }
}
