package dev.parley.pipeline.loop;

import dev.parley.kernel.port.Timers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The timers and the alarms of one carrier, and which of its seats are away: their task still runs on a thread that leads the
 * carrier no longer. What comes due for such a seat waits until that task has ended. Tasks set timers on either thread, so all
 * of this is locked; what is locked takes no longer than a look at a slot.
 */
final class LoopTimers {
    private final TimerWheel wheel;
    private final AlarmRing alarms;
    private List<LoopSeat> due = List.of();
    private int taken;

    /**
     * A timer of a seat that is due.
     *
     * @param seat where its callback runs
     */
    private record SeatTimer(LoopSeat seat, Runnable callback) implements Runnable {
        @Override
        public void run() {
            callback.run();
        }
    }

    LoopTimers(long nowNanos) {
        this.wheel = new TimerWheel(nowNanos);
        this.alarms = new AlarmRing(nowNanos);
    }

    // --- by the tasks

    synchronized Timers.Timer at(LoopSeat seat, long atNanos, int rank, Runnable callback) {
        return wheel.at(atNanos, rank, new SeatTimer(seat, callback));
    }

    synchronized void alarm(LoopSeat seat, long atNanos) {
        alarms.set(seat, atNanos);
    }

    // --- by the thread that leads

    /** Makes ready the timers that are due. */
    synchronized void collect(long nowNanos) {
        wheel.collect(nowNanos);
    }

    /** Takes the next timer that is due; its seat is not away. Null where there is none. */
    synchronized @Nullable Runnable nextTimer() {
        for (TimerWheel.Entry entry = wheel.next(); entry != null; entry = wheel.next()) {
            if (seat(entry.callback()).away) {
                seat(entry.callback()).missedTimers.add(entry);
            } else {
                return entry.callback();
            }
        }
        return null;
    }

    /** Where this timer runs, which {@link #nextTimer} returned. */
    static LoopSeat seat(Runnable timer) {
        return ((SeatTimer) timer).seat;
    }

    /** Makes ready the alarms that are due. */
    synchronized void takeAlarms(long nowNanos) {
        due = alarms.takeDue(nowNanos);
        taken = 0;
    }

    /** Takes the next seat whose alarm is due, or null. */
    synchronized @Nullable LoopSeat nextAlarm() {
        return taken < due.size() ? due.get(taken++) : null;
    }

    /** When to look again: the first moment at which something may be due, or the largest number. */
    synchronized long nextNanos() {
        return Math.min(wheel.nextNanos(), alarms.nextNanos());
    }

    /** Whether anything is due until then, or was and is not served yet. */
    synchronized boolean isDue(long untilNanos) {
        return wheel.hasNext() || taken < due.size() || nextNanos() <= untilNanos;
    }

    // --- seats that are away

    /** Takes the carrier over from the thread that runs this task, unless it has ended. */
    synchronized boolean takeOver(RunningTask running, long number, LoopSeat seat, long nowNanos) {
        // Before the other thread can find that it has lost the carrier: it reads this at once.
        seat.awaySince = nowNanos;
        if (!running.takeOver(number)) {
            return false;
        }
        seat.away = true;
        return true;
    }

    /** Whether the seat is away; then it is called again once it is back. */
    boolean misses(LoopSeat seat, boolean inHurry) {
        return seat.away && missed(seat, inHurry);
    }

    private synchronized boolean missed(LoopSeat seat, boolean inHurry) {
        if (seat.away) {
            seat.missedHurry |= inHurry;
        }
        return seat.away;
    }

    /** The task that was away has ended. Whoever leads is to look again at what is due; returns whether that is in a hurry. */
    synchronized boolean comeBack(LoopSeat seat) {
        boolean inHurry = seat.missedHurry;
        seat.missedTimers.forEach(wheel::again);
        seat.missedTimers.clear();
        seat.missedHurry = false;
        seat.away = false;
        return inHurry;
    }
}
