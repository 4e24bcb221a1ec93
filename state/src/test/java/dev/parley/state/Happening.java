package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A conversation that happens event by event, as far as the rules of one slice are concerned. */
final class Happening {
    private final List<String> prefixes;
    private final ConversationState state = new ConversationState();
    private long events;
    private long epoch = 1;

    /** @param prefixes how the ids of the rules begin that are looked at */
    Happening(String... prefixes) {
        this.prefixes = List.of(prefixes);
    }

    /** The first of these rules that an event would break as the next one, or null. */
    static Rule.@Nullable Broken broken(ConversationState state, Recorded event, List<String> prefixes) {
        state.begin(event);
        return ConversationState.rules().stream()
                .filter(rule -> prefixes.stream().anyMatch(rule.id()::startsWith))
                .map(rule -> rule.broken(state, event))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    ConversationState state() {
        return state;
    }

    /** From now on everything is recorded under this lease. */
    void under(long newEpoch) {
        epoch = newEpoch;
    }

    Recorded at(Event event, long turn, long ms) {
        return Recorded.of(Rune.of(draft(event, turn, ms), ++events, Hash.ZERO));
    }

    private RuneDraft draft(Event event, long turn, long ms) {
        return EventCatalogue.draft("talk", event)
                .withTurn(turn)
                .withLeaseEpoch(epoch)
                .withTimes(ms * 1_000_000, ms);
    }

    /** An event on the time of frames that are heard or played. */
    void inSound(Event event, long turn, long ms) {
        RuneDraft draft = draft(event, turn, ms).withMediaMicros(ms * 1_000);
        state.apply(Recorded.of(Rune.of(draft, ++events, Hash.ZERO)));
    }

    void happens(Event event, long turn, long ms) {
        Recorded recorded = at(event, turn, ms);
        assertNull(broken(state, recorded, prefixes), "an honest event");
        state.apply(recorded);
    }

    void happens(Event event) {
        happens(event, 0, 0);
    }

    /** The id of the rule that refuses this event as the next one, empty if none does. */
    String refused(Event event, long turn, long ms) {
        Rule.Broken broken = broken(state, at(event, turn, ms), prefixes);
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
