package dev.parley.app.record;

import dev.parley.kernel.Level;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolCallRefused;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that an event carries itself: what it says needs no verdict beside it.
 *
 * @param rule the rule that stood in the way, or the status where the event names no rule
 * @param change when the answer would have been yes, or null where no such change is known
 */
public record Refusal(
        String rule, String level, String reason, @Nullable String change) {
    /** What the event refuses by itself, or null where it refuses nothing. */
    static @Nullable Refusal of(RecordedConversation recorded, Rune event) {
        Json.Obj payload = event.payload();
        if (EventCatalogue.is(event, InvariantViolated.class)) {
            return named(recorded, event, payload.text("id"), payload.text("reason"));
        }
        if (EventCatalogue.is(event, ToolCallRefused.class)) {
            return named(recorded, event, payload.text("rule"), payload.text("reason_refused"));
        }
        return isDeniedCall(event) ? denied(recorded, event) : null;
    }

    static boolean isDeniedCall(Rune event) {
        return EventCatalogue.is(event, ToolSettled.class)
                && "denied".equals(event.payload().text("status"));
    }

    private static @Nullable Refusal named(
            RecordedConversation recorded, Rune event, @Nullable String rule, @Nullable String reason) {
        if (rule == null) {
            return null;
        }
        String level = event.payload().text("level");
        return new Refusal(
                rule,
                level == null ? Level.REJECT.name() : level,
                reason == null ? "no reason was recorded" : reason,
                new RefusalChange(recorded, event).of(rule));
    }

    /** A call that was denied as a whole says why; what denied it stands before it and names the same call. */
    private static Refusal denied(RecordedConversation recorded, Rune result) {
        String reason = result.payload().text("reason");
        return new Refusal(
                "denied",
                Level.REJECT.name(),
                reason == null || reason.isEmpty() ? "no reason was recorded" : reason,
                new RefusalChange(recorded, result).ofDenied());
    }

    /** A rule of a lower level is noted when it breaks and stands in nobody's way. */
    private boolean denies() {
        return !level.equals(Level.INFO.name()) && !level.equals(Level.WARN.name());
    }

    /** For programs, in the form of an explained verdict. */
    Json.Obj toJson() {
        Json failed = Json.Obj.EMPTY.with("id", rule).with("level", level).with("broken", reason);
        Json.Obj json = Json.Obj.EMPTY
                .with("decision", denies() ? "denied" : "allowed")
                .with("reason", rule + ": " + reason)
                .with("failed", Json.of(List.of(failed)));
        if (!denies()) {
            return json;
        }
        return json.with("would_be_allowed", change == null ? Json.Null.NULL : Json.Obj.EMPTY.with("when", change));
    }

    /** For people. */
    List<String> told() {
        String broken = "  " + rule + " (" + level + "): " + reason + ".";
        if (!denies()) {
            return List.of(broken);
        }
        return List.of(
                broken,
                change == null
                        ? "No nearby change is known that would have made it allowed."
                        : "It would be allowed " + change + ".");
    }
}
