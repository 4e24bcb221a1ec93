package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import java.util.List;

/** A conversation that a test records event by event. */
final class TestRecord {
    final ConversationState state = new ConversationState();
    /** The lease of the events that follow. */
    long epoch = 1;

    long turn;
    long ms;
    private long events;

    /** Records an event that breaks no rule. */
    long happens(Event event) {
        Recorded recorded = next(event);
        assertNull(state.check(recorded), "an honest event");
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
        Rule.Broken broken = state.check(next(event));
        return broken == null ? "" : broken.id();
    }

    /** Every rule that this event would break as the next one. It is not recorded. */
    List<String> broken(Event event) {
        Recorded recorded = next(event);
        return ConversationState.rules().stream()
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
        RuneEnvelope own = draft.envelope();
        RuneEnvelope envelope = new RuneEnvelope(
                "talk",
                own.kind(),
                own.lane(),
                own.visibility(),
                turn,
                "",
                0,
                "",
                "",
                epoch,
                ms * 1_000_000,
                ms,
                RuneEnvelope.NO_MEDIA_TIME,
                RuneEnvelope.SCHEMA_VERSION,
                "",
                "",
                0,
                0);
        return Recorded.of(Rune.of(new RuneDraft(envelope, draft.payload()), events + 1, Hash.ZERO));
    }
}
