package dev.parley.app.talk;

import dev.parley.kernel.Level;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.DurableState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A conversation as somebody in the room would tell it: who said what when, and what was done. */
public final class Transcript {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    private final Map<String, String> replies = new HashMap<>();

    public static List<String> of(List<Rune> runes) {
        Transcript transcript = new Transcript();
        List<String> lines = new ArrayList<>();
        for (Rune rune : runes) {
            String told = transcript.told(rune);
            if (told != null) {
                long ms = rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
                lines.add(String.format(
                        Locale.ROOT, "%4d.%03d s  %s", ms / MILLIS_PER_SECOND, ms % MILLIS_PER_SECOND, told));
            }
        }
        return lines;
    }

    /** What this event is to somebody in the room, or null if it is nothing to them. Events come in their order. */
    @Nullable
    String told(Rune rune) {
        Json.Obj payload = rune.payload();
        return switch (rune.kind()) {
            case "user.words" -> {
                String by = text(payload, "by");
                yield (by.isEmpty() ? "person" : by) + ": " + text(payload, "pii_text");
            }
            case "agent.reply", "agent.sentence", "speech.phrased" -> {
                replies.put(number(payload, "reply"), text(payload, "pii_text"));
                yield null;
            }
            case "playback.started" -> "agent: " + replies.getOrDefault(number(payload, "reply"), "");
            case "playback.ended" ->
                Boolean.TRUE.equals(payload.flag("interrupted"))
                        ? "(the agent falls silent after " + number(payload, "played_ms") + " ms)"
                        : null;
            case "speech.withheld" -> "(something is left unsaid: " + text(payload, "reason") + ")";
            case "speech.rejected" -> "(not understood)";
            case "control.cancel" -> "(stop)";
            case "verdict.tool" -> asked(payload);
            case "tool.dispatched" -> "(" + named(payload) + " runs)";
            case "tool.result" -> "(" + named(payload) + ": " + result(payload) + ")";
            case DurableState.KIND -> halt(rune);
            case "turn.error" -> "(the turn ends: " + text(payload, "reason") + ")";
            case "system.invariant_violation" ->
                text(payload, "level").equals(Level.WARN.name()) ? null : "(refused: " + text(payload, "reason") + ")";
            default -> null;
        };
    }

    /** That the conversation was halted or goes on again, or null if the rune says nothing of it. */
    static @Nullable String halt(Rune rune) {
        boolean says = rune.kind().equals(DurableState.KIND)
                && "halted".equals(rune.payload().text("key"));
        Boolean halted = says ? rune.payload().flag("value") : null;
        if (halted == null) {
            return null;
        }
        return halted
                ? "(the conversation is halted until an operator resumes it)"
                : "(an operator lets the conversation go on)";
    }

    private static @Nullable String asked(Json.Obj payload) {
        boolean asks = text(payload, "action").equals("ask")
                && text(payload, "decision").equals("allowed");
        return asks ? "(" + text(payload, "target") + " waits for a yes)" : null;
    }

    private static String named(Json.Obj payload) {
        String tool = text(payload, "tool");
        return tool.isEmpty() ? text(payload, "call_id") : tool.replace('_', ' ');
    }

    /** How it ended; what it found is in the answer. */
    private static String result(Json.Obj payload) {
        String status = text(payload, "status");
        String reason = text(payload, "reason");
        return (status.equals("success") ? "done" : status.replace('_', ' ')) + (reason.isEmpty() ? "" : ", " + reason);
    }

    private static String text(Json.Obj payload, String key) {
        String found = payload.text(key);
        return found == null ? "" : found;
    }

    private static String number(Json.Obj payload, String key) {
        var found = payload.number(key);
        return found == null ? "" : found.toPlainString();
    }
}
