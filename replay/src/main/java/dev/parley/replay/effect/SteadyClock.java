package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The clock by which a conversation decides: it goes on steadily from where the verdicts say it is, also while the clock of the
 * machine, which the envelopes show, is set.
 */
final class SteadyClock {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private long aheadMs = UNKNOWN;
    private ZoneOffset offset = ZoneOffset.UTC;

    /** Streams and turns are decided at the moment at which they are recorded; the house says how far its own zone is away. */
    void accept(Moment moment) {
        boolean decidedNow =
                moment.kind().equals("verdict.stream") || moment.kind().equals("verdict.turn");
        boolean ofTheHouse = moment.kind().equals("verdict.household");
        if ((decidedNow || ofTheHouse)
                && moment.payload().get("at") instanceof Json.Arr(List<Json> at)
                && at.size() == 3
                && at.getFirst() instanceof Json.Num seconds
                && at.get(1) instanceof Json.Num nanos
                && at.getLast() instanceof Json.Num zone) {
            if (decidedNow) {
                long ms = seconds.value().longValue() * 1_000 + nanos.value().longValue() / 1_000_000;
                aheadMs = ms - moment.nowMs();
            } else if (Math.abs(zone.value().longValue()) <= ZoneOffset.MAX.getTotalSeconds()) {
                offset = ZoneOffset.ofTotalSeconds(zone.value().intValue());
            }
        }
    }

    /** What day it is in the house at this moment. */
    LocalDate today(Moment moment) {
        long ms = aheadMs == UNKNOWN ? moment.rune().envelope().wallMillis() : aheadMs + moment.nowMs();
        return Instant.ofEpochMilli(ms).atOffset(offset).toLocalDate();
    }
}
