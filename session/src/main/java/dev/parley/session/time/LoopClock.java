package dev.parley.session.time;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The time of one conversation in milliseconds since it began, and timers that fire on its loop. The clock is read once for each
 * input of the loop: everything that the input causes happens at one time. Outside an input every call reads the clock.
 */
public final class LoopClock {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Reading NONE = new Reading(0, 0);
    private static final long A_LITTLE_MS = 3_600_000;

    private final TimeSource time;
    private final Timers timers;
    private final Executor loop;
    private final Causes causes = new Causes();
    private long originNanos;
    private long originWallMillis;
    /** The time of the present input; {@link #NONE} between inputs. Written by the loop, read by other threads too. */
    private volatile Reading present = NONE;

    /** Both times at one moment. */
    private record Reading(long monotonicNanos, long wallMillis) {}

    public LoopClock(TimeSource time, Timers timers, Executor loop) {
        this.time = time;
        this.timers = timers;
        this.loop = loop;
        this.originNanos = time.monotonicNanos();
        this.originWallMillis = time.wallMillis();
    }

    /**
     * The conversation has a past: its time goes on from its newest rune, by what has passed on the wall since, or by nothing
     * where the wall has gone back. A record in which an earlier rune shows a later time goes on from that time. A wall that is a little
     * behind does not give anybody time again. One that is far behind shows that whoever was lost had a wrong clock: people's ages go by
     * what it shows now.
     */
    public void goOnAfter(List<Rune> recorded) {
        Rune last = recorded.getLast();
        long newestNanos = recorded.stream()
                .mapToLong(rune -> rune.envelope().monotonicNanos())
                .max()
                .orElse(0);
        long shown = time.wallMillis();
        long recordedMillis = last.envelope().wallMillis();
        long wallMillis = recordedMillis - shown <= A_LITTLE_MS ? Math.max(shown, recordedMillis) : shown;
        long sinceMs = Math.max(0, wallMillis - recordedMillis);
        long passedNanos = newestNanos + sinceMs * NANOS_PER_MILLI;
        originNanos = time.monotonicNanos() - passedNanos;
        originWallMillis = wallMillis - passedNanos / NANOS_PER_MILLI;
    }

    /**
     * Handles one input: whatever it does happens at the time at which it begins. Within another input it is a part of that.
     */
    @SuppressWarnings("ReferenceEquality") // one object stands for "between inputs"
    public void input(Runnable handling) {
        if (present != NONE) {
            handling.run();
            return;
        }
        present = new Reading(time.monotonicNanos(), time.wallMillis());
        try {
            handling.run();
        } finally {
            present = NONE;
        }
    }

    public long nowMs() {
        return monotonicNanos() / NANOS_PER_MILLI;
    }

    public long monotonicNanos() {
        return runtimeNanos() - originNanos;
    }

    /** The runtime's own monotonic time. */
    @SuppressWarnings("ReferenceEquality") // one object stands for "between inputs"
    public long runtimeNanos() {
        Reading now = present;
        return now == NONE ? time.monotonicNanos() : now.monotonicNanos();
    }

    /** What the machine's clock shows now, also within an input. By it a lease is judged, which may expire while an input is handled. */
    public long machineNanos() {
        return time.monotonicNanos();
    }

    /** The time of day as decisions take it: until the next resume it goes on steadily though somebody sets the clock on the wall. */
    public long steadyMillis() {
        return originWallMillis + nowMs();
    }

    /** The same moment in milliseconds since the conversation began. */
    public long sinceBeginMs(long steadyMillis) {
        return steadyMillis - originWallMillis;
    }

    /** What the clock on the wall shows, for the record alone. */
    @SuppressWarnings("ReferenceEquality")
    public long wallMillis() {
        Reading now = present;
        return now == NONE ? time.wallMillis() : now.wallMillis();
    }

    /** How the record names the kind of this time: {@code live} or {@code virtual}. */
    public String named() {
        return time.isVirtual() ? "virtual" : "live";
    }

    /** What the present work of the loop goes back to. */
    public Causes causes() {
        return causes;
    }

    /**
     * Runs the action on the loop at the given time of the conversation; a time that has passed means now. What it records
     * is caused by what set the timer.
     */
    public Timer at(long atMs, Rank rank, Runnable action) {
        return timers.at(due(atMs), rank.order(), onLoop(action));
    }

    private Runnable onLoop(Runnable action) {
        Runnable carried = causes.carry(action);
        return () -> loop.execute(carried);
    }

    private long due(long atMs) {
        return Math.max(atMs, nowMs()) * NANOS_PER_MILLI + originNanos;
    }

    /** The same with a background timer. */
    public Timer inBackground(long atMs, Rank rank, Runnable action) {
        return timers.inBackground(due(atMs), rank.order(), onLoop(action));
    }

    public Timer after(long delayMs, Rank rank, Runnable action) {
        return at(nowMs() + delayMs, rank, action);
    }
}
