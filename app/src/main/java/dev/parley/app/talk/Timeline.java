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
    private static final long NANOS_PER_MS = 1_000_000;
    private static final Set<String> SHOWN = Set.of("digest", "order", "at", "signal", "reason", "args");

    private Timeline() {}

    static List<String> of(RecordedConversation recorded) {
        return recorded.runes().stream()
                .filter(rune -> rune.lane() != Lane.TELEMETRY)
                .map(Timeline::line)
                .toList();
    }

    private static String line(Rune rune) {
        Json.Obj shown = Json.Obj.EMPTY;
        for (var field : rune.payload().fields().entrySet()) {
            if (!SHOWN.contains(field.getKey())) {
                shown = shown.with(field.getKey(), field.getValue());
            }
        }
        return String.format(
                Locale.ROOT,
                "%5d  %7d ms  %-26s %s",
                rune.eventId(),
                rune.envelope().monotonicNanos() / NANOS_PER_MS,
                rune.kind(),
                shown.text());
    }
}
