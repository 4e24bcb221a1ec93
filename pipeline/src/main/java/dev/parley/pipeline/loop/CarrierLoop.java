package dev.parley.pipeline.loop;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs many conversations, in strides. Those that are called stand in a list that any thread can push to.
 * A stride takes the whole list, the timers and the alarms that are due, serves them all, and rests until the next stride
 * begins: however many were called meanwhile, the carrier wakes once. Waking a thread for each frame would cost more than
 * the frame. An interruption stands in a list of its own; it ends the rest at once and is served before whoever is next.
 */
final class CarrierLoop {
    /** Shorter strides cost about the same and longer ones delay every frame: 1, 2 and 5 ms were measured. */
    static final long STRIDE_NANOS = 2_000_000L;

    /** A task that has more to do after this time does it in its next run, if another conversation is in a hurry. */
    private static final long SHORT_SLICE_NANOS = 500_000L;

    /** The same if another one waits for its run. */
    private static final long SLICE_NANOS = 4_000_000L;

    private static final long SLEEP_NANOS_MAX = 1_000_000_000L;

    private final TimeSource time;
    private final LoopListener listener;
    private final TaskMeter meter = new TaskMeter();
    private final AtomicReference<@Nullable LoopSeat> called = new AtomicReference<>();
    private final AtomicReference<@Nullable LoopSeat> hurried = new AtomicReference<>();
    private final AtomicInteger seats = new AtomicInteger();
    private final TimerWheel wheel;
    private final AlarmRing alarms;
    private final LoadMeter load;
    private final Thread thread;
    /** Whether somebody is still to be served in this stride. */
    private boolean others;

    private volatile Rest rest = Rest.AWAKE;
    private volatile boolean closed;

    /** Whether a call must wake the carrier: between two strides it looks by itself soon, asleep it does not. */
    private enum Rest {
        AWAKE,
        BETWEEN_STRIDES,
        ASLEEP
    }

    CarrierLoop(String name, TimeSource time, LoopListener listener) {
        long now = time.monotonicNanos();
        this.time = time;
        this.listener = listener;
        this.wheel = new TimerWheel(now);
        this.alarms = new AlarmRing(now);
        this.load = new LoadMeter(now);
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    void close() throws InterruptedException {
        closed = true;
        LockSupport.unpark(thread);
        thread.join();
    }

    LoopSeat seat(LoopTask task) {
        seats.incrementAndGet();
        return new LoopSeat(this, task);
    }

    void left() {
        seats.decrementAndGet();
    }

    int seats() {
        return seats.get();
    }

    int loadPermille() {
        return load.permille();
    }

    Timers timers() {
        return wheel;
    }

    AlarmRing alarms() {
        return alarms;
    }

    void call(LoopSeat seat) {
        LoopSeat head;
        do {
            head = called.get();
            seat.nextCalled = head;
        } while (!called.compareAndSet(head, seat));
        if (rest == Rest.ASLEEP) {
            LockSupport.unpark(thread);
        }
    }

    void hurry(LoopSeat seat) {
        LoopSeat head;
        do {
            head = hurried.get();
            seat.nextHurried = head;
        } while (!hurried.compareAndSet(head, seat));
        if (rest != Rest.AWAKE) {
            LockSupport.unpark(thread);
        }
    }

    private void loop() {
        long planned = time.monotonicNanos();
        while (!closed) {
            long now = time.monotonicNanos();
            boolean worked = stride(now);
            long end = time.monotonicNanos();
            if (worked) {
                load.worked(Math.min(planned, now), end);
                planned = rest(Rest.BETWEEN_STRIDES, now + STRIDE_NANOS);
            } else {
                load.passed(end);
                planned = rest(Rest.ASLEEP, Math.min(now + SLEEP_NANOS_MAX, nextNanos()));
            }
        }
    }

    /** Serves everyone who has something to do, and answers whether there was anyone. */
    private boolean stride(long now) {
        meter.begin();
        boolean served = serveHurried(now);
        served |= wheel.advanceTo(now) > 0;
        LoopSeat seat = inOrder(called.getAndSet(null));
        served |= seat != null;
        while (seat != null) {
            LoopSeat next = seat.nextCalled;
            seat.nextCalled = null;
            seat.answerCall();
            others = next != null;
            serve(seat, now);
            seat = next;
        }
        others = false;
        for (LoopSeat woken : alarms.takeDue(now)) {
            served = true;
            serve(woken, now);
        }
        return served;
    }

    private void serve(LoopSeat seat, long now) {
        if (hurried.get() != null) {
            serveHurried(now);
        }
        run(seat, now);
    }

    private boolean serveHurried(long now) {
        LoopSeat seat = hurried.getAndSet(null);
        boolean any = seat != null;
        while (seat != null) {
            LoopSeat next = seat.nextHurried;
            seat.nextHurried = null;
            seat.answerHurry();
            run(seat, now);
            seat = next;
        }
        return any;
    }

    /** What a conversation throws, an {@code Error} too, costs only its own seat. */
    private void run(LoopSeat seat, long now) {
        if (seat.hasLeft()) {
            return;
        }
        long from = time.monotonicNanos();
        seat.begins(from);
        try {
            seat.run(now);
        } catch (RuntimeException | Error e) {
            failed(seat, e);
        }
        measure(seat, time.monotonicNanos() - from);
    }

    /** Whoever listens to the time that a task took cannot stop the carrier, either. */
    @SuppressWarnings("EmptyCatch")
    private void measure(LoopSeat seat, long nanos) {
        long computed = meter.ran(nanos);
        if (computed > 0) {
            try {
                listener.wasSlow(seat.name(), nanos, computed);
            } catch (RuntimeException | Error e) {
                // As with a fault, there is nobody left to tell.
            }
        }
    }

    /** Whether the task that runs in this seat since then is to leave the rest of its work for its next run. */
    boolean wantsBack(LoopSeat seat, long since) {
        long ran = time.monotonicNanos() - since;
        if (ran < SHORT_SLICE_NANOS) {
            return false;
        }
        LoopSeat inHurry = hurried.get();
        if (inHurry != null && (!inHurry.equals(seat) || inHurry.nextHurried != null)) {
            return true;
        }
        LoopSeat waits = called.get();
        boolean areCalled = waits != null && (!waits.equals(seat) || waits.nextCalled != null);
        return ran > SLICE_NANOS && (others || areCalled);
    }

    LoopTimes times() {
        return meter.times(thread.getName());
    }

    /** Runs a timer of a conversation, with the same care. */
    void run(LoopSeat seat, Runnable callback) {
        if (seat.hasLeft()) {
            return;
        }
        long from = time.monotonicNanos();
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            failed(seat, e);
        }
        measure(seat, time.monotonicNanos() - from);
    }

    /** The carrier outlives whoever hears of the fault, too: hundreds of other conversations sit on it. */
    @SuppressWarnings("EmptyCatch")
    private void failed(LoopSeat seat, Throwable fault) {
        seat.leave();
        try {
            listener.failed(seat, fault);
        } catch (RuntimeException | Error e) {
            // The listener is the last place where a fault could be told; there is nobody left to tell.
        }
    }

    /** The list is a stack; turning it round serves first who called first. */
    private static @Nullable LoopSeat inOrder(@Nullable LoopSeat stack) {
        LoopSeat first = null;
        LoopSeat at = stack;
        while (at != null) {
            LoopSeat next = at.nextCalled;
            at.nextCalled = first;
            first = at;
            at = next;
        }
        return first;
    }

    private long nextNanos() {
        return Math.min(wheel.nextNanos(), alarms.nextNanos());
    }

    /**
     * Rests until then, and answers when it was to go on. It says how it rests before it looks a last time, so a call in
     * between is either seen or ends the rest.
     */
    private long rest(Rest how, long untilNanos) {
        rest = how;
        boolean wanted = hurried.get() != null || (how == Rest.ASLEEP && called.get() != null);
        long now = time.monotonicNanos();
        if (!wanted && !closed && untilNanos > now) {
            LockSupport.parkNanos(this, untilNanos - now);
        }
        rest = Rest.AWAKE;
        long woken = time.monotonicNanos();
        return Math.min(untilNanos, woken);
    }
}
