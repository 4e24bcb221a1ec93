package dev.parley.app.talk;

import dev.parley.kernel.port.Timers;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.people.HouseTime;
import dev.parley.session.time.Rank;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.concurrent.CompletionException;

/** The time in which the house waits for a person who types: it passes while nobody types, too. */
final class TalkHouseTime implements HouseTime {
    private static final long NANOS_PER_MS = 1_000_000;

    private final HouseRecorder record;
    private final TalkTime time;
    private final Timers timers;

    TalkHouseTime(HouseRecorder record, TalkTime time, Timers timers) {
        this.record = record;
        this.time = time;
        this.timers = time.over(timers);
    }

    @Override
    public OffsetDateTime now() {
        return record.now();
    }

    @Override
    public Timers.Timer at(Instant moment, Runnable callback) {
        long delayMs = moment.toEpochMilli() - time.wallMillis();
        return timers.at(time.monotonicNanos() + delayMs * NANOS_PER_MS, Rank.TIMER.order(), () -> quietly(callback));
    }

    /** Where the log takes nothing more, nothing is decided either (ruling D3). */
    @SuppressWarnings("EmptyCatch")
    private static void quietly(Runnable callback) {
        try {
            callback.run();
        } catch (LogFault | CompletionException e) {
            // The loop meets the same disk with the next line that somebody types, and falls silent.
        }
    }
}
