package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.List;

/** A conversation that happens event by event. */
final class Happening {
    private final ConversationState state = new ConversationState();
    private long events;
    private long epoch = 1;

    ConversationState state() {
        return state;
    }

    /** From now on everything is recorded under this lease. */
    void under(long newEpoch) {
        epoch = newEpoch;
    }

    Recorded at(Event event, long turn, long ms) {
        RuneDraft draft = EventCatalogue.draft("talk", event)
                .withTurn(turn)
                .withLeaseEpoch(epoch)
                .withTimes(ms * 1_000_000, ms);
        return Recorded.of(Rune.of(draft, ++events, Hash.ZERO));
    }

    void happens(Event event, long turn, long ms) {
        Recorded recorded = at(event, turn, ms);
        assertNull(state.check(recorded), "an honest event");
        state.apply(recorded);
    }

    void happens(Event event) {
        happens(event, 0, 0);
    }

    /** The id of the rule that refuses this event as the next one, empty if none does. */
    String refused(Event event, long turn, long ms) {
        Rule.Broken broken = state.check(at(event, turn, ms));
        return broken == null ? "" : broken.id();
    }

    String refused(Event event) {
        return refused(event, 0, 0);
    }

    /** The ids of the rules that begin so. */
    static List<String> rules(String prefix) {
        return ConversationState.rules().stream()
                .map(Rule::id)
                .filter(id -> id.startsWith(prefix))
                .distinct()
                .toList();
    }
}
