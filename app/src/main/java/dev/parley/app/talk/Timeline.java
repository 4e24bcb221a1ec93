package dev.parley.app.talk;

import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The record of a conversation, one line an event, without what only machines read. */
final class Timeline {
    private static final Set<String> HIDDEN =
            Set.of("digest", "order", "at", "signal", "arguments_sha256", "terms", "at_ms");

    private Timeline() {}

    static List<String> of(RecordedConversation recorded) {
        long startMs = recorded.runes().isEmpty()
                ? 0
                : recorded.runes().getFirst().envelope().wallMillis();
        return recorded.runes().stream()
                .filter(rune -> rune.lane() != Lane.TELEMETRY)
                .map(rune -> line(rune, startMs))
                .toList();
    }

    private static String line(Rune rune, long startMs) {
        Json.Obj shown = Json.Obj.EMPTY;
        for (var field : rune.payload().fields().entrySet()) {
            if (!HIDDEN.contains(field.getKey())) {
                shown = shown.with(field.getKey(), field.getValue());
            }
        }
        return String.format(
                Locale.ROOT,
                "%5d  %7d ms  %-26s %s",
                rune.eventId(),
                rune.envelope().wallMillis() - startMs,
                rune.kind(),
                shown.text());
    }
}
