package dev.parley.app.record;

import dev.parley.kernel.json.Json;
import dev.parley.runelog.RuneArchive;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The event of another conversation that a rune names as its source.
 *
 * @param conversation null where none is named
 * @param eventId 0 where none is named
 */
record RecordSource(@Nullable String conversation, long eventId) {
    /** What the field {@code source} of this object names. */
    static RecordSource of(Json.Obj said) {
        Json.Obj source = said.get("source") instanceof Json.Obj named ? named : Json.Obj.EMPTY;
        var eventId = source.number("event_id");
        return new RecordSource(source.text("conversation"), eventId == null ? 0 : eventId.longValue());
    }

    /** Why the source cannot be there, or null. */
    @Nullable
    String absent(RuneArchive archive, Set<String> held) {
        if (conversation == null || eventId < 1) {
            return "none";
        }
        if (!held.contains(conversation)) {
            return conversation + ", which is not here";
        }
        return archive.head(conversation).durable() < eventId ? this + ", which is not there" : null;
    }

    /** Whether the event was given up by a compaction. */
    boolean isCompacted(RuneArchive archive) {
        return archive.head(String.valueOf(conversation)).earliest() > eventId;
    }

    @Override
    public String toString() {
        return "event " + eventId + " of " + conversation;
    }
}
