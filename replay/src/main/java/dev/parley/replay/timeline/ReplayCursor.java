package dev.parley.replay.timeline;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A position in a timeline. It steps forward by one event or by one moment. The events of one moment are given in the order in which the runtime would take them, control before data before telemetry, and
 * within a lane in the order of their ids.
 */
public final class ReplayCursor {
    private static final Comparator<Rune> LANES = Comparator.comparingInt(rune -> rank(rune.lane()));

    private final List<Rune> runes;
    private int next;

    ReplayCursor(EventTimeline timeline) {
        this.runes = timeline.runes();
    }

    /** The event id after which the cursor stands; 0 before the first. */
    public long position() {
        return next == 0 ? 0 : runes.get(next - 1).eventId();
    }

    public boolean isAtEnd() {
        return next == runes.size();
    }

    /** The next event as it was recorded. */
    public Optional<Rune> step() {
        return isAtEnd() ? Optional.empty() : Optional.of(runes.get(next++));
    }

    /** All events that follow with the same runtime time as the next one, by lane. */
    public List<Rune> stepMoment() {
        List<Rune> moment = new ArrayList<>();
        if (isAtEnd()) {
            return moment;
        }
        long at = runes.get(next).envelope().monotonicNanos();
        while (!isAtEnd() && runes.get(next).envelope().monotonicNanos() == at) {
            moment.add(runes.get(next++));
        }
        moment.sort(LANES);
        return moment;
    }

    /** Goes to just after this event id, which may be behind. */
    public void seek(long eventId) {
        next = 0;
        while (next < runes.size() && runes.get(next).eventId() <= eventId) {
            next++;
        }
    }

    private static int rank(Lane lane) {
        return switch (lane) {
            case CONTROL -> 0;
            case DATA -> 1;
            case TELEMETRY -> 2;
        };
    }
}
