package dev.parley.pipeline.loop;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs many conversations. Those that are called stand in a list that any thread can push to; the carrier
 * takes the whole list at once, so however many were called while it slept or worked, it is woken once.
 */
final class CarrierLoop {
    private static final long SLEEP_NANOS_MAX = 1_000_000_000L;

    /** How long a carrier that was just busy naps: what is called meanwhile is served by the one waking after it. */
    private static final long NAP_NANOS = 1_000_000L;

    private final TimeSource time;
    private final BiConsumer<LoopSeat, RuntimeException> onFault;
    private final AtomicReference<@Nullable LoopSeat> called = new AtomicReference<>();
    private final AtomicInteger seats = new AtomicInteger();
    private final TimerWheel wheel;
    private final Thread thread;
    private volatile Rest rest = Rest.AWAKE;
    private volatile boolean closed;

    /** Whether a call must wake the carrier: one that naps looks by itself soon, one that sleeps does not. */
    private enum Rest {
        AWAKE,
        NAPPING,
        SLEEPING
    }

    CarrierLoop(String name, TimeSource time, BiConsumer<LoopSeat, RuntimeException> onFault) {
        this.time = time;
        this.onFault = onFault;
        this.wheel = new TimerWheel(time.monotonicNanos());
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

    Timers timers() {
        return wheel;
    }

    void call(LoopSeat seat, boolean urgent) {
        LoopSeat head;
        do {
            head = called.get();
            seat.next = head;
        } while (!called.compareAndSet(head, seat));
        Rest now = rest;
        if (now == Rest.SLEEPING || (urgent && now == Rest.NAPPING)) {
            LockSupport.unpark(thread);
        }
    }

    /** Someone who was called already cannot wait for the end of a nap. */
    void hurry() {
        if (rest != Rest.AWAKE) {
            LockSupport.unpark(thread);
        }
    }

    private void loop() {
        boolean busy = false;
        while (!closed) {
            long now = time.monotonicNanos();
            int fired = wheel.advanceTo(now);
            LoopSeat seat = inOrder(called.getAndSet(null));
            if (seat == null && fired == 0) {
                rest(busy ? Rest.NAPPING : Rest.SLEEPING);
                busy = busy && called.get() != null;
                continue;
            }
            while (seat != null) {
                LoopSeat next = seat.next;
                seat.next = null;
                seat.run(now);
                seat = next;
            }
            busy = true;
            rest(Rest.NAPPING);
        }
    }

    /** Runs something for a conversation; what it throws costs only its own seat. */
    void run(LoopSeat seat, Runnable work) {
        if (seat.hasLeft()) {
            return;
        }
        try {
            work.run();
        } catch (RuntimeException e) {
            seat.leave();
            onFault.accept(seat, e);
        }
    }

    /** The list is a stack; turning it round serves first who called first. */
    private static @Nullable LoopSeat inOrder(@Nullable LoopSeat stack) {
        LoopSeat first = null;
        LoopSeat at = stack;
        while (at != null) {
            LoopSeat next = at.next;
            at.next = first;
            first = at;
            at = next;
        }
        return first;
    }

    /** Says how it rests before it looks a last time, so a call in between is either seen or wakes it. */
    private void rest(Rest how) {
        rest = how;
        if ((how == Rest.NAPPING || called.get() == null) && !closed) {
            long longest = how == Rest.NAPPING ? NAP_NANOS : SLEEP_NANOS_MAX;
            long wait = Math.min(longest, wheel.nextNanos() - time.monotonicNanos());
            if (wait > 0) {
                LockSupport.parkNanos(this, wait);
            }
        }
        rest = Rest.AWAKE;
    }
}
