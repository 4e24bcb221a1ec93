package dev.parley.pipeline.loop;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The alarms of one carrier's seats: one each, hung into the slot of its millisecond through links in the seat. Moving an
 * alarm to a later time writes one field, for the seat is hung anew only when its old slot comes round; an output that is
 * paced by frames that come in costs nothing more. Alarms go off at the end of their millisecond and never early.
 */
final class AlarmRing {
    private static final int SLOTS = 64;
    private static final long TICK_NANOS = 1_000_000L;

    private final @Nullable LoopSeat[] slots = new @Nullable LoopSeat[SLOTS];
    private final List<LoopSeat> due = new ArrayList<>();
    private long tick;
    private int hanging;

    AlarmRing(long nowNanos) {
        this.tick = Math.floorDiv(nowNanos, TICK_NANOS);
    }

    void set(LoopSeat seat, long atNanos) {
        seat.alarmAt = atNanos;
        if (seat.alarmHangs && seat.alarmTick <= tickOf(atNanos)) {
            return;
        }
        if (seat.alarmHangs) {
            unhang(seat);
        }
        hang(seat);
    }

    /** Those whose alarm is due, in the order of the slots. The list is used again by the next call. */
    List<LoopSeat> takeDue(long nowNanos) {
        due.clear();
        long target = Math.floorDiv(nowNanos, TICK_NANOS);
        long first = Math.max(tick, target - SLOTS + 1);
        tick = Math.max(tick, target);
        for (long passed = first; passed <= target && hanging > 0; passed++) {
            takeSlot(slot(passed), nowNanos);
        }
        return due;
    }

    /** When to look again: the first moment at which an alarm may be due, or the largest number. */
    long nextNanos() {
        if (hanging == 0) {
            return Long.MAX_VALUE;
        }
        for (int ahead = 0; ahead < SLOTS; ahead++) {
            if (slots[slot(tick + ahead)] != null) {
                return (tick + ahead) * TICK_NANOS;
            }
        }
        return (tick + SLOTS) * TICK_NANOS;
    }

    private void takeSlot(int slot, long nowNanos) {
        LoopSeat seat = slots[slot];
        slots[slot] = null;
        while (seat != null) {
            LoopSeat after = seat.alarmAfter;
            seat.alarmHangs = false;
            hanging--;
            if (seat.alarmAt <= nowNanos) {
                seat.alarmAt = LoopSeat.NO_ALARM;
                due.add(seat);
            } else if (!seat.hasLeft()) {
                hang(seat);
            }
            seat = after;
        }
    }

    private void hang(LoopSeat seat) {
        long at = Math.clamp(tickOf(seat.alarmAt), tick, tick + SLOTS - 1);
        int slot = slot(at);
        LoopSeat first = slots[slot];
        seat.alarmTick = at;
        seat.alarmHangs = true;
        seat.alarmBefore = null;
        seat.alarmAfter = first;
        if (first != null) {
            first.alarmBefore = seat;
        }
        slots[slot] = seat;
        hanging++;
    }

    private void unhang(LoopSeat seat) {
        LoopSeat before = seat.alarmBefore;
        LoopSeat after = seat.alarmAfter;
        if (before == null) {
            slots[slot(seat.alarmTick)] = after;
        } else {
            before.alarmAfter = after;
        }
        if (after != null) {
            after.alarmBefore = before;
        }
        hanging--;
    }

    /** The first tick at whose beginning the alarm is due. */
    private static long tickOf(long atNanos) {
        return Math.ceilDiv(atNanos, TICK_NANOS);
    }

    private static int slot(long tick) {
        return (int) Math.floorMod(tick, (long) SLOTS);
    }
}
