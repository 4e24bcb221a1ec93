package dev.parley.runelog;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.HouseholdEventImported;
import dev.parley.kernel.event.HouseholdEvents.ImportSource;
import dev.parley.kernel.event.HouseholdEvents.ImportedEvent;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import org.jspecify.annotations.Nullable;

/**
 * Facts that outlive a conversation have a conversation of their own, {@code house:<id>}; another conversation learns
 * them only as an imported rune that names its source, so that every log replays alone (ruling X7).
 */
public final class House {
    /** The conversation that keeps what concerns the log itself. */
    public static final String LOG = conversation("log");

    private House() {}

    /** Where an imported fact comes from. */
    public record Source(String conversation, long eventId) {}

    public static String conversation(String id) {
        return "house:" + id;
    }

    /** The draft that brings a fact of the house into another conversation. */
    public static RuneDraft imported(String into, Rune source) {
        if (into.equals(source.conversation())) {
            throw new IllegalArgumentException("A conversation does not import from itself.");
        }
        HouseholdEventImported imported = new HouseholdEventImported(
                new ImportSource(
                        source.conversation(), source.eventId(), source.hash().hex()),
                new ImportedEvent(source.kind(), source.envelope().schemaVersion(), source.payload()));
        return EventCatalogue.draft(into, imported).withVisibility(source.visibility());
    }

    /** The source that an imported rune names, or null where the rune is none. */
    public static @Nullable Source source(Rune rune) {
        if (!EventCatalogue.is(rune, HouseholdEventImported.class)
                || !(rune.payload().get("source") instanceof Json.Obj from)) {
            return null;
        }
        String conversation = from.text("conversation");
        var eventId = from.number("event_id");
        return conversation == null || eventId == null ? null : new Source(conversation, eventId.longValueExact());
    }
}
