package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What led to an event: its causes back to the first, and the verdict it rests on.
 *
 * @param chain the event's cause, the cause of that, and so on
 * @param verdict the event itself, its nearest cause, or the latest event of its turn before it that is a verdict
 */
public record Cause(List<Rune> chain, @Nullable Rune verdict) {

    public static Cause of(RecordedConversation recorded, Rune event) {
        List<Rune> chain = new ArrayList<>();
        Rune verdict = VerdictRune.room(event) == null ? null : event;
        Rune at = event;
        while (at != null && at.causalParent() > 0 && at.causalParent() < at.eventId()) {
            at = recorded.at(at.causalParent());
            if (at != null) {
                chain.add(at);
                verdict = verdict == null && VerdictRune.room(at) != null ? at : verdict;
            }
        }
        return new Cause(List.copyOf(chain), verdict == null ? latestOfTurn(recorded, event) : verdict);
    }

    private static @Nullable Rune latestOfTurn(RecordedConversation recorded, Rune event) {
        Rune latest = null;
        for (Rune rune : recorded.runes()) {
            boolean before = rune.eventId() < event.eventId() && rune.turn() == event.turn();
            latest = before && VerdictRune.room(rune) != null ? rune : latest;
        }
        return latest;
    }

    public Json toJson() {
        List<Json> items = new ArrayList<>();
        for (Rune rune : chain) {
            items.add(Json.Obj.EMPTY.with("event_id", rune.eventId()).with("kind", rune.kind()));
        }
        return Json.of(items);
    }

    /** One line a cause. */
    public List<String> told() {
        return chain.stream()
                .map(rune -> "  because of event " + rune.eventId() + ", " + rune.kind())
                .toList();
    }
}
