package dev.parley.app.record;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Divergence;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.fault.LogFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The book of a house copies what was decided in conversations. Each of its profiles names the verdict that it rests on, which
 * is in the same folder unless it was compacted away.
 */
public final class BookSources {
    private static final String CHANGED = "profile.changed";

    private BookSources() {}

    /** The first profile of these runes that rests on nothing, or null. */
    public static @Nullable Divergence first(RuneArchive archive, List<Rune> runes) {
        List<String> held = archive.conversations();
        for (Rune rune : runes) {
            String fault = rune.kind().equals(CHANGED) ? fault(archive, held, rune.payload()) : null;
            if (fault != null) {
                return new Divergence(
                        rune.eventId(), Divergence.Kind.OUTCOME, CHANGED, "an allowed verdict that it rests on", fault);
            }
        }
        return null;
    }

    private static @Nullable String fault(RuneArchive archive, List<String> held, Json.Obj changed) {
        Json.Obj source = changed.get("source") instanceof Json.Obj named ? named : Json.Obj.EMPTY;
        String conversation = source.text("conversation");
        long eventId = source.number("event_id") == null
                ? 0
                : source.number("event_id").longValue();
        if (conversation == null || eventId < 1) {
            return "none";
        }
        if (!held.contains(conversation)) {
            return conversation + ", which is not here";
        }
        if (archive.head(conversation).earliest() > eventId) {
            return null;
        }
        try (RuneReader reader = archive.read(conversation, eventId - 1)) {
            Rune verdict = reader.poll();
            boolean permits = verdict != null
                    && verdict.eventId() == eventId
                    && verdict.kind().equals("verdict.household")
                    && "allowed".equals(verdict.payload().text("decision"))
                    && String.valueOf(changed.text("person"))
                            .equals(verdict.payload().text("target"));
            return permits ? null : "event " + eventId + " of " + conversation + ", which is another";
        } catch (LogFault e) {
            return e.getMessage();
        }
    }
}
