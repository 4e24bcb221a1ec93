package dev.parley.app.record;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What would have turned a refusal into an allow, rule by rule, told with what stood in the record at that moment. */
final class RefusalChange {
    /** What a call would need that was refused by these rules. */
    static final Map<String, String> OF_CALLS = Map.ofEntries(
            Map.entry("tool.approval.household", "if one of the people who live here approved it"),
            Map.entry("tool.approval.role", "if a confirmed adult approved it whose role opens the command"),
            Map.entry("tool.approval.minor", "if a confirmed adult approved it"),
            Map.entry("tool.approval.unconfirmed", "if a confirmed adult approved it"),
            Map.entry("tool.approval.not_a_person", "if a confirmed adult approved it"),
            Map.entry("tool.approval.other_arguments", "if the answer were given to the arguments that the call has"),
            Map.entry("tool.approval.other_question", "if the answer were given to the question that is open"),
            Map.entry("tool.approval.other_company", "if it were asked again in the company that is there now"),
            Map.entry("tool.approval.asked", "if the company had changed since the question was asked"),
            Map.entry("tool.provenance", "if the runtime itself asked for it"),
            Map.entry("tool.taint.unasked", "if a person were asked and said yes"),
            Map.entry("tool.disclosure.unasked", "if a person were asked and said yes"),
            Map.entry("tool.approval.expired", "if the answer came before the question lapsed"),
            Map.entry("tool.approval.not_due", "once the time for an answer is over"),
            Map.entry("tool.call.conflict", "under a call id that stands for nothing else"),
            Map.entry("tool.call.settled", "as a new call with an id of its own"),
            Map.entry("tool.permit.used", "as a new call with an id of its own"),
            Map.entry("tool.permit.other", "with the permit that was given to this call"),
            Map.entry("tool.permit.other_arguments", "with the arguments that the permit was given for"),
            Map.entry("tool.result.late", "if the result came before the deadline"),
            Map.entry("tool.result.not_running", "after the call was dispatched"),
            Map.entry("tool.deadline.not_due", "once the deadline has passed"));

    private final RecordedConversation recorded;
    private final Rune event;

    RefusalChange(RecordedConversation recorded, Rune event) {
        this.recorded = recorded;
        this.event = event;
    }

    /** The end of "it would be allowed", or null where none is known. */
    @Nullable
    String of(String rule) {
        return switch (rule) {
            case "tool.approval.none_pending" -> "if the answer named a call that is pending; " + pending();
            case "request.malformed" ->
                isOfNobody() ? "if somebody asked for it whom the house knows and has confirmed" : null;
            case "turn.unauthorised" -> "to a runtime that holds the lease";
            default -> OF_CALLS.get(rule);
        };
    }

    /** A command of the house that a voice without a name gave, or a key that speaks for nobody. */
    private boolean isOfNobody() {
        return "command_detected".equals(event.payload().text("action"))
                && event.payload().get("parameters") instanceof Json.Obj given
                && "".equals(given.text("by"));
    }

    /** The same for a call whose result is a denial: the event before it that is about the same call tells who denied. */
    @Nullable
    String ofDenied() {
        String call = event.payload().text("call_id");
        String denying = "";
        for (Rune rune : recorded.runes()) {
            if (rune.eventId() < event.eventId() && call != null && call.equals(call(rune))) {
                String step = step(rune);
                denying = step.isEmpty() ? denying : step;
            }
        }
        String whose = call == null ? "" : new CallAccount(recorded, call, event.eventId()).whose();
        return switch (denying) {
            case "expire" -> "if " + whose + " said yes before the question lapsed";
            case "reject" -> "if " + whose + " said yes and nobody objected";
            default -> null;
        };
    }

    private String pending() {
        Set<String> calls = new LinkedHashSet<>();
        for (Rune rune : recorded.runes()) {
            String call = call(rune);
            if (rune.eventId() >= event.eventId() || call == null) {
                continue;
            }
            switch (step(rune)) {
                case "ask" -> calls.add(call);
                case "approve", "reject", "deny", "expire", "cancel", "result" -> calls.remove(call);
                default -> {}
            }
        }
        return calls.isEmpty() ? "none was at that moment" : "at that moment " + String.join(", ", calls);
    }

    private static @Nullable String call(Rune rune) {
        String id = rune.payload().text("call_id");
        return id == null && EventCatalogue.is(rune, ToolDecided.class)
                ? rune.payload().text("target")
                : id;
    }

    /** Which step of a call this rune is, in either schema of the log; empty for one that moved nothing. */
    private static String step(Rune rune) {
        Json.Obj payload = rune.payload();
        if (EventCatalogue.is(rune, ToolDecided.class)) {
            return decided(payload);
        }
        if (EventCatalogue.is(rune, ToolSettled.class)) {
            return "result";
        }
        return switch (rune.kind()) {
            case "tool.approval_requested" -> "ask";
            case "tool.approved" -> "approve";
            case "tool.denied" -> "ApprovalAnswered".equals(payload.text("event")) ? "reject" : "deny";
            case "tool.approval_expired" -> "expire";
            case "tool.approval_cancelled" -> "cancel";
            default -> "";
        };
    }

    private static String decided(Json.Obj payload) {
        String action = payload.text("action");
        if (action == null || !"allowed".equals(payload.text("decision"))) {
            return "";
        }
        boolean byPolicy = !(payload.get("parameters") instanceof Json.Obj parameters && parameters.has("standing"));
        return action.equals("reject") && byPolicy ? "deny" : action;
    }
}
