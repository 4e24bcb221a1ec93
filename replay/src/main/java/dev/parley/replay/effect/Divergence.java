package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.util.List;

/**
 * The first place at which a record is not what it should be.
 *
 * @param eventId the rune concerned
 * @param kind in what respect
 * @param expected what the rules, or the other log, say
 * @param found what is recorded
 * @param rules the invariants that the recorded verdict breaks, if that is why
 */
public record Divergence(long eventId, Kind kind, String where, String expected, String found, List<String> rules) {

    public Divergence(long eventId, Kind kind, String where, String expected, String found) {
        this(eventId, kind, where, expected, found, List.of());
    }

    /** In what respect two histories differ. A difference in authority is never tolerated. */
    public enum Kind {
        /** Runes are missing, doubled or in another order, or the chain does not hold. */
        ORDERING,
        /** Other settings or another plan were in force. */
        PLAN,
        /** Something else was decided or happened. */
        OUTCOME,
        /** The same happened at another time. */
        TIMING,
        /** It was written under another lease. */
        AUTHORITY
    }

    /** The same as the first fault of a file, for the rune of this kind. */
    public Json.Obj asFault(String runeKind) {
        return Json.Obj.EMPTY
                .with("event_id", eventId)
                .with("kind", runeKind)
                .with("expected", expected)
                .with("found", found)
                .with("where", where)
                .with("class", kind.name());
    }

    public Json.Obj toJson() {
        Json.Obj json = Json.Obj.EMPTY
                .with("event_id", eventId)
                .with("class", kind.name())
                .with("where", where)
                .with("expected", expected)
                .with("found", found);
        return rules.isEmpty() ? json : json.with("rules", Json.texts(rules));
    }
}
