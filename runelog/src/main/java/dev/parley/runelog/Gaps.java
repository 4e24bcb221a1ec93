package dev.parley.runelog;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;

/** Runes that a reader is told and that stand in no log. Their event id is the cursor they leave a reader at. */
final class Gaps {
    static final String GAP = "system.gap";
    static final String LAGGING = "system.lagging";

    private Gaps() {}

    /** Events {@code from} to {@code to} cannot be delivered; an empty range tells of a break between two runes. */
    static Rune gap(String conversation, long from, long to, String reason) {
        Json.Obj payload = Json.Obj.EMPTY.with("from", from).with("to", to).with("reason", reason);
        return told(conversation, GAP, Math.max(to, 1), payload);
    }

    static Rune lagging(String conversation, long cursor, long behind) {
        return told(conversation, LAGGING, Math.max(cursor, 1), Json.Obj.EMPTY.with("behind", behind));
    }

    private static Rune told(String conversation, String kind, long eventId, Json.Obj payload) {
        return Rune.of(RuneDraft.of(conversation, kind, payload).withLane(Lane.CONTROL), eventId, Hash.ZERO);
    }
}
