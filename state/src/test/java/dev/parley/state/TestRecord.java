package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.List;

/** A conversation that a test records event by event. */
final class TestRecord {
    final ConversationState state = new ConversationState();
    private final List<String> prefixes;
    /** The lease of the events that follow. */
    long epoch = 1;

    long turn;
    long ms;
    private long events;

    /** @param slice how the ids of the rules begin that are looked at */
    TestRecord(String slice) {
        prefixes = List.of(slice + ".");
    }

    /** Records an event that breaks no rule. */
    long happens(Event event) {
        Recorded recorded = next(event);
        assertNull(Happening.broken(state, recorded, prefixes), "an honest event");
        apply(recorded);
        return events;
    }

    /** Records an event whatever rules it breaks. */
    long isForged(Event event) {
        apply(next(event));
        return events;
    }

    /** The rule that this event would break as the next one. It is not recorded. */
    String refused(Event event) {
        Rule.Broken broken = Happening.broken(state, next(event), prefixes);
        return broken == null ? "" : broken.id();
    }

    /** Every rule that this event would break as the next one. It is not recorded. */
    List<String> broken(Event event) {
        Recorded recorded = next(event);
        state.begin(recorded);
        return ConversationState.rules().stream()
                .filter(rule -> prefixes.stream().anyMatch(rule.id()::startsWith))
                .filter(rule -> rule.broken(state, recorded) != null)
                .map(Rule::id)
                .toList();
    }

    static List<String> rules(String slice) {
        return ConversationState.rules().stream()
                .map(Rule::id)
                .filter(id -> id.startsWith(slice + "."))
                .toList();
    }

    void apply(Recorded recorded) {
        state.apply(recorded);
        events++;
    }

    Recorded next(Event event) {
        return next(EventCatalogue.draft("talk", event));
    }

    /** The next event, of whose draft something may be missing. */
    Recorded next(RuneDraft draft) {
        RuneDraft stamped = draft.withTurn(turn).withLeaseEpoch(epoch).withTimes(ms * 1_000_000, ms);
        return Recorded.of(Rune.of(stamped, events + 1, Hash.ZERO));
    }
}
