package dev.parley.app.talk;

import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The record of a conversation as a person reads it: one line an event, without what only machines read. */
final class Timeline {
    private static final Set<String> HIDDEN = Set.of(
            "digest",
            "order",
            "at",
            "signal",
            "arguments_sha256",
            "terms",
            "at_ms",
            "attestation",
            "event",
            "epoch",
            "permit",
            "call_id",
            "tool");

    private static final Set<String> EMPTY = Set.of("", "{}", "[]", "null");

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
        return String.format(
                        Locale.ROOT,
                        "%5d  %7d ms  %-24s %s",
                        rune.eventId(),
                        rune.envelope().wallMillis() - startMs,
                        rune.kind(),
                        told(rune))
                .stripTrailing();
    }

    private static String told(Rune rune) {
        Json.Obj payload = rune.payload();
        if (VerdictRune.room(rune) != null) {
            return verdict(payload);
        }
        return switch (rune.kind()) {
            case "user.words" -> text(payload, "by") + " says \"" + text(payload, "pii_text") + "\"";
            case "agent.reply" -> "the agent says \"" + text(payload, "pii_text") + "\"";
            case "agent.sentence" -> "the agent may say \"" + text(payload, "pii_text") + "\"";
            case "episode.packet" -> packet(payload);
            default -> {
                String turn = rune.kind().startsWith("turn.") ? "turn " + rune.turn() + " " : "";
                String call = payload.text("call_id") == null ? "" : payload.text("call_id") + " ";
                String tool = payload.text("tool") == null ? "" : payload.text("tool") + " ";
                yield turn + call + tool + fields(payload);
            }
        };
    }

    private static String verdict(Json.Obj payload) {
        String asked = text(payload, "actor") + " asks " + text(payload, "action") + " on " + text(payload, "target");
        String with = payload.get("parameters") instanceof Json.Obj given ? fields(given) : "";
        return asked + (with.isEmpty() ? "" : " (" + with + ")") + ": " + text(payload, "decision");
    }

    /** A packet of an episode by its type and the one thing it decides or reports. */
    private static String packet(Json.Obj payload) {
        if (payload.get("header") instanceof Json.Obj header && payload.get("payload") instanceof Json.Obj body) {
            String decisive = text(body, "decision_outcome") + text(body, "result_status") + text(body, "task_type");
            return (text(header, "packet_type") + " " + decisive).strip();
        }
        return text(payload, "event");
    }

    private static String fields(Json.Obj payload) {
        List<String> shown = new ArrayList<>();
        payload.fields().forEach((key, value) -> {
            String printed = value instanceof Json.Str(String text) ? text : value.text();
            if (!HIDDEN.contains(key) && !EMPTY.contains(printed)) {
                shown.add(key + " " + printed);
            }
        });
        return String.join(", ", shown);
    }

    private static String text(Json.Obj payload, String key) {
        String found = payload.text(key);
        return found == null ? "" : found;
    }
}
