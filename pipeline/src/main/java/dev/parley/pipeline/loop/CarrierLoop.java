package dev.parley.pipeline.loop;

import dev.parley.kernel.port.TimeSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs many conversations on one thread, in strides. Those that are called stand in a list that any thread can push to.
 * A stride takes the whole list, the timers and the alarms that are due, serves them all, and rests until the next stride
 * begins: however many were called meanwhile, the carrier wakes once. Waking a thread for each frame would cost more than
 * the frame. An interruption stands in a list of its own; it ends the rest at once and is served before whoever is next.
 *
 * <p>A task cannot be interrupted. Where one takes long while others wait, a second thread takes the carrier over and goes on with
 * the stride; the first one ends that task, and stands by in its place. So no conversation holds up the others, and none of them
 * ever runs on two threads at once.
 */
final class CarrierLoop {
    /** Shorter strides cost about the same and longer ones delay every frame: 1, 2 and 5 ms were measured. */
    static final long STRIDE_NANOS = 2_000_000L;

    /** A task that has more to do after this time does it in its next run, if another conversation is in a hurry. */
    private static final long SHORT_SLICE_NANOS = 500_000L;

    /** The same if another one waits for its run. */
    private static final long SLICE_NANOS = 4_000_000L;

    private static final long SLEEP_NANOS_MAX = 1_000_000_000L;

    /** So many threads at most: one that leads, one that stands by, and those whose tasks take long. */
    static final int THREADS_MAX = 10;

    private final String name;
    private final TimeSource time;
    private final LoopListener listener;
    private final AtomicReference<@Nullable LoopSeat> called = new AtomicReference<>();
    private final AtomicReference<@Nullable LoopSeat> hurried = new AtomicReference<>();
    private final AtomicInteger seats = new AtomicInteger();
    private final RunningTask running = new RunningTask();
    private final LoopTimers timers;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    /** Held by the thread that stands by; others that have nothing to do wait for it. */
    private final ReentrantLock standby = new ReentrantLock();

    private final AtomicLong besideNanos = new AtomicLong();

    // What is left of the stride. Of the thread that leads, like the meter of load.
    private final LoadMeter load;
    private @Nullable LoopSeat urgent;
    private @Nullable LoopSeat pending;
    private boolean looksForHurried;
    private boolean hasTakenCalled = true;
    private boolean hasTakenAlarms = true;
    private boolean served;
    private long beganNanos;
    private long plannedNanos;

    private volatile @Nullable Thread leader;
    private volatile @Nullable Thread watcher;
    /** Whether the thread that stands by is to be told when it has to look. */
    private volatile boolean watcherSleeps;

    private volatile Rest rest = Rest.AWAKE;
    private volatile boolean closed;

    /** Whether a call must wake the carrier: between two strides it looks by itself soon, asleep it does not. */
    private enum Rest {
        AWAKE,
        BETWEEN_STRIDES,
        ASLEEP
    }

    /** A thread of the carrier, and how long the tasks took that it ran. */
    private record Worker(Thread thread, TaskMeter meter) {}

    CarrierLoop(String name, TimeSource time, LoopListener listener) {
        long now = time.monotonicNanos();
        this.name = name;
        this.time = time;
        this.listener = listener;
        this.timers = new LoopTimers(now);
        this.load = new LoadMeter(now);
        this.beganNanos = now;
        this.plannedNanos = now;
    }

    void start() {
        hire(true);
        hire(false);
    }

    private void hire(boolean leads) {
        TaskMeter meter = new TaskMeter();
        String threadName = workers.isEmpty() ? name : name + '-' + workers.size();
        Thread thread = Thread.ofPlatform().name(threadName).daemon().unstarted(() -> work(meter, leads));
        thread.start();
        workers.add(new Worker(thread, meter));
    }

    void close() throws InterruptedException {
        closed = true;
        for (Worker worker : workers) {
            LockSupport.unpark(worker.thread);
        }
        for (Worker worker : workers) {
            worker.thread.join();
        }
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

    LoopTimers timers() {
        return timers;
    }

    void call(LoopSeat seat) {
        LoopSeat head;
        do {
            head = called.get();
            seat.nextCalled = head;
        } while (!called.compareAndSet(head, seat));
        if (rest == Rest.ASLEEP) {
            LockSupport.unpark(leader);
        } else if (watcherSleeps && running.isRunning()) {
            LockSupport.unpark(watcher);
        }
    }

    void hurry(LoopSeat seat) {
        LoopSeat head;
        do {
            head = hurried.get();
            seat.nextHurried = head;
        } while (!hurried.compareAndSet(head, seat));
        if (rest != Rest.AWAKE) {
            LockSupport.unpark(leader);
        } else if (running.isRunning()) {
            LockSupport.unpark(watcher);
        }
    }

    // --- the threads

    private void work(TaskMeter meter, boolean leads) {
        boolean isLeader = leads;
        while (!closed) {
            if (isLeader) {
                lead(meter);
            }
            isLeader = standBy();
        }
    }

    /** Strides until the carrier closes, or another thread has taken it over. Whoever takes it over ends the stride first. */
    private void lead(TaskMeter meter) {
        leader = Thread.currentThread();
        meter.begin();
        while (!closed && serveRest(meter)) {
            long end = time.monotonicNanos();
            load.computedBeside(besideNanos.getAndSet(0));
            if (served) {
                load.worked(Math.min(plannedNanos, beganNanos), end);
                plannedNanos = rest(Rest.BETWEEN_STRIDES, beganNanos + STRIDE_NANOS);
            } else {
                load.passed(end);
                plannedNanos = rest(Rest.ASLEEP, Math.min(beganNanos + SLEEP_NANOS_MAX, timers.nextNanos()));
            }
            begin(meter);
        }
    }

    /** Waits until the carrier has to be taken over; false where it is closed. */
    private boolean standBy() {
        standby.lock();
        try {
            watcher = Thread.currentThread();
            while (!closed) {
                if (takesOver()) {
                    return true;
                }
            }
            return false;
        } finally {
            watcher = null;
            standby.unlock();
        }
    }

    private boolean takesOver() {
        long number = running.number();
        LoopSeat seat = running.seat();
        long ran = time.monotonicNanos() - running.since();
        if (seat == null || !RunningTask.isRun(number)) {
            watch(SLICE_NANOS);
            return false;
        }
        boolean inHurry = urgent != null || isOther(hurried.get(), seat, true);
        long left = (inHurry ? SHORT_SLICE_NANOS : SLICE_NANOS) - ran;
        if (left > 0) {
            watch(left);
            return false;
        }
        if (!inHurry && !isAwaited(seat, time.monotonicNanos())) {
            watch(SLICE_NANOS);
            return false;
        }
        boolean leads = timers.takeOver(running, number, seat, time.monotonicNanos());
        if (leads && !standby.hasQueuedThreads() && workers.size() < THREADS_MAX) {
            hireAnother();
        }
        return leads;
    }

    /** Where the system has no thread to give, the carrier goes on: who has lost it stands by once that task has ended. */
    @SuppressWarnings("EmptyCatch")
    private void hireAnother() {
        try {
            hire(false);
        } catch (OutOfMemoryError e) {
            // Whoever has taken the carrier over must lead it in any case.
        }
    }

    /** Looks again after this time; where the carrier sleeps, when it is told to, or as often as the carrier does. */
    private void watch(long nanos) {
        watcherSleeps = true;
        if (rest == Rest.ASLEEP && !closed) {
            LockSupport.parkNanos(this, SLEEP_NANOS_MAX);
        } else if (!closed) {
            watcherSleeps = false;
            LockSupport.parkNanos(this, nanos);
        }
        watcherSleeps = false;
    }

    /** Whether a conversation waits for the one that runs here, or will until then. */
    private boolean isAwaited(LoopSeat seat, long untilNanos) {
        return pending != null
                || isOther(called.get(), seat, false)
                || (seats.get() > (seat.hasLeft() ? 0 : 1) && timers.isDue(untilNanos));
    }

    private static boolean isOther(@Nullable LoopSeat list, LoopSeat seat, boolean inHurry) {
        return list != null && (!list.equals(seat) || (inHurry ? list.nextHurried : list.nextCalled) != null);
    }

    // --- a stride

    private void begin(TaskMeter meter) {
        meter.begin();
        beganNanos = time.monotonicNanos();
        served = false;
        looksForHurried = true;
        hasTakenCalled = false;
        hasTakenAlarms = false;
        timers.collect(beganNanos);
    }

    /** Serves everyone who is left in this stride; false where another thread has taken the carrier over meanwhile. */
    private boolean serveRest(TaskMeter meter) {
        boolean leads = true;
        while (leads) {
            LoopSeat inHurry = nextHurried();
            if (inHurry != null) {
                leads = run(meter, inHurry, null, true);
                continue;
            }
            looksForHurried = true;
            Runnable timer = timers.nextTimer();
            LoopSeat seat = timer == null ? nextCalled() : LoopTimers.seat(timer);
            if (seat == null) {
                return true;
            }
            leads = run(meter, seat, timer, false);
        }
        return false;
    }

    /** The whole list is served before the next of the others, and before what comes in a hurry then. */
    private @Nullable LoopSeat nextHurried() {
        if (urgent == null && looksForHurried) {
            looksForHurried = false;
            urgent = hurried.getAndSet(null);
        }
        LoopSeat seat = urgent;
        if (seat != null) {
            urgent = seat.nextHurried;
            seat.nextHurried = null;
            seat.answerHurry();
        }
        return seat;
    }

    private @Nullable LoopSeat nextCalled() {
        if (!hasTakenCalled) {
            hasTakenCalled = true;
            pending = inOrder(called.getAndSet(null));
        }
        LoopSeat seat = pending;
        if (seat != null) {
            pending = seat.nextCalled;
            seat.nextCalled = null;
            seat.answerCall();
            return seat;
        }
        if (!hasTakenAlarms) {
            hasTakenAlarms = true;
            timers.takeAlarms(beganNanos);
        }
        return timers.nextAlarm();
    }

    /**
     * Runs a conversation, or a timer of it; false where another thread has taken the carrier over meanwhile. What a conversation
     * throws, an {@code Error} too, costs only its own seat.
     */
    private boolean run(TaskMeter meter, LoopSeat seat, @Nullable Runnable timer, boolean inHurry) {
        long now = beganNanos;
        served = true;
        if (seat.hasLeft() || timers.misses(seat, inHurry)) {
            return true;
        }
        long from = time.monotonicNanos();
        seat.begins(from);
        long number = running.begin(seat, from);
        if (urgent != null || hurried.get() != null || (watcherSleeps && isAwaited(seat, from + SLEEP_NANOS_MAX))) {
            LockSupport.unpark(watcher);
        }
        try {
            if (timer == null) {
                seat.run(now);
            } else {
                timer.run();
            }
        } catch (RuntimeException | Error e) {
            failed(seat, e);
        }
        // One that a task has left would end every rest of this thread at once.
        boolean _ = Thread.interrupted();
        boolean leads = running.end(number);
        long end = time.monotonicNanos();
        measure(meter, seat, end - from);
        if (!leads) {
            comeBack(seat, end);
        }
        return leads;
    }

    /** By the thread that has lost the carrier. Whoever leads has to look at what the task has left, and may be asleep. */
    private void comeBack(LoopSeat seat, long nowNanos) {
        besideNanos.addAndGet(Math.max(0, nowNanos - seat.awaySince));
        if (timers.comeBack(seat)) {
            seat.wakeNow();
        }
        seat.wake();
    }

    /** Whoever listens to the time that a task took cannot stop the carrier, either. */
    @SuppressWarnings("EmptyCatch")
    private void measure(TaskMeter meter, LoopSeat seat, long nanos) {
        long computed = meter.ran(nanos);
        if (computed > 0) {
            try {
                listener.wasSlow(seat.name(), nanos, computed);
            } catch (RuntimeException | Error e) {
                // As with a fault, there is nobody left to tell.
            }
        }
    }

    /**
     * Whether the task that runs in this seat since then is to leave the rest of its work for its next run. One that is away does:
     * it goes on in its turn.
     */
    boolean wantsBack(LoopSeat seat, long since) {
        long ran = time.monotonicNanos() - since;
        if (seat.away) {
            return true;
        }
        if (ran < SHORT_SLICE_NANOS) {
            return false;
        }
        return isOther(hurried.get(), seat, true)
                || (ran > SLICE_NANOS && (pending != null || isOther(called.get(), seat, false)));
    }

    LoopTimes times() {
        return workers.stream()
                .map(worker -> worker.meter.times(name))
                .reduce(LoopTimes::and)
                .orElseThrow();
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
