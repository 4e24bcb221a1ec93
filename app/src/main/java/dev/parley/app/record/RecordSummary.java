package dev.parley.app.record;

import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * When a conversation took place, who spoke in it and how many turns it had. Times are UTC, the same on every machine.
 *
 * @param people who said something, or whom the conversation was opened for
 */
public record RecordSummary(long fromMs, long toMs, Set<String> people, long turns) {
    private static final DateTimeFormatter READABLE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    public static RecordSummary of(Collection<Rune> runes) {
        Set<String> people = new TreeSet<>();
        long fromMs = 0;
        long toMs = 0;
        long turns = 0;
        for (Rune rune : runes) {
            long atMs = rune.envelope().wallMillis();
            fromMs = fromMs == 0 ? atMs : fromMs;
            toMs = Math.max(toMs, atMs);
            turns += EventCatalogue.is(rune, TurnStarted.class) ? 1 : 0;
            String who = EventCatalogue.is(rune, UserSpoke.class)
                    ? rune.payload().text("by")
                    : EventCatalogue.is(rune, SessionCreated.class)
                            ? rune.payload().text("speaker")
                            : null;
            if (who != null && !who.isEmpty()) {
                people.add(who);
            }
        }
        return new RecordSummary(fromMs, toMs, people, turns);
    }

    static String readable(long wallMs) {
        return READABLE.format(Instant.ofEpochMilli(wallMs));
    }

    /** For people. */
    public String sentence() {
        String who = people.isEmpty() ? "nobody" : String.join(", ", people);
        return readable(fromMs) + " UTC, with " + who + ", " + turns + (turns == 1 ? " turn" : " turns");
    }

    /** For programs, onto what is known already. */
    public Json.Obj onto(Json.Obj known) {
        return known.with("from", Instant.ofEpochMilli(fromMs).toString())
                .with("to", Instant.ofEpochMilli(toMs).toString())
                .with("people", Json.texts(List.copyOf(people)))
                .with("turns", turns);
    }
}
