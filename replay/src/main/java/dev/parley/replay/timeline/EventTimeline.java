package dev.parley.replay.timeline;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.function.Predicate;

/** The recorded events of one conversation, in the order of their event ids, whole or by turn or by lane. */
public final class EventTimeline {
    private final List<Rune> runes;

    private EventTimeline(List<Rune> runes) {
        this.runes = runes;
    }

    /** A timeline of these runes; they must be of one conversation and in order. */
    public static EventTimeline of(List<Rune> recorded) {
        List<Rune> runes = List.copyOf(recorded);
        for (int i = 1; i < runes.size(); i++) {
            Rune before = runes.get(i - 1);
            Rune rune = runes.get(i);
            if (!rune.conversation().equals(before.conversation()) || rune.eventId() <= before.eventId()) {
                throw new IllegalArgumentException("a timeline is one conversation in the order of its event ids");
            }
        }
        return new EventTimeline(runes);
    }

    public List<Rune> runes() {
        return runes;
    }

    public EventTimeline turn(long turn) {
        return where(rune -> rune.turn() == turn);
    }

    public EventTimeline lane(Lane lane) {
        return where(rune -> rune.lane() == lane);
    }

    /** A cursor before the first event. */
    public ReplayCursor cursor() {
        return new ReplayCursor(this);
    }

    private EventTimeline where(Predicate<Rune> wanted) {
        return new EventTimeline(runes.stream().filter(wanted).toList());
    }
}
