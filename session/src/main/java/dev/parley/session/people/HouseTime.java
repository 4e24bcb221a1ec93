package dev.parley.session.people;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The time by which a house lives and waits. */
public interface HouseTime {
    OffsetDateTime now();

    default LocalDate today() {
        return now().toLocalDate();
    }

    /** Calls back once when that moment has come, unless it is taken back before. */
    Timer at(Instant moment, Runnable callback);

    /** The time of a conversation: a timer fires on its loop. */
    static HouseTime of(LoopClock clock) {
        return of(clock, ZoneOffset.UTC);
    }

    /** The same in the zone of the house, which says what day it is there (ruling B12). */
    static HouseTime of(LoopClock clock, ZoneId zone) {
        return new HouseTime() {
            @Override
            public OffsetDateTime now() {
                return Instant.ofEpochMilli(clock.steadyMillis()).atZone(zone).toOffsetDateTime();
            }

            @Override
            public Timer at(Instant moment, Runnable callback) {
                long delayMs = moment.toEpochMilli() - clock.steadyMillis();
                return clock.inBackground(clock.nowMs() + delayMs, Rank.TIMER, callback);
            }
        };
    }
}
