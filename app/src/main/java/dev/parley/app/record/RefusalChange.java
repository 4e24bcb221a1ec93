package dev.parley.app.record;

import dev.parley.kernel.rune.Rune;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What would have turned a refusal into an allow, rule by rule, told with what stood in the record at that moment. */
final class RefusalChange {
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
            case "tool.approval.minor", "tool.approval.unconfirmed", "tool.approval.not_a_person" ->
                "if a confirmed adult approved it";
            case "tool.approval.none_pending" -> "if the answer named a call that is pending; " + pending();
            case "tool.approval.other_arguments" -> "if the answer were given to the arguments that the call has";
            case "tool.approval.expired" -> "if the answer came before the question lapsed";
            case "tool.approval.not_due" -> "once the time for an answer is over";
            case "tool.call.conflict" -> "under a call id that stands for nothing else";
            case "tool.call.settled", "tool.permit.used" -> "as a new call with an id of its own";
            case "tool.permit.other" -> "with the permit that was given to this call";
            case "tool.permit.other_arguments" -> "with the arguments that the permit was given for";
            case "tool.result.late" -> "if the result came before the deadline";
            case "tool.result.not_running" -> "after the call was dispatched";
            case "tool.deadline.not_due" -> "once the deadline has passed";
            case "turn.unauthorised" -> "to a runtime that holds the lease";
            default -> null;
        };
    }

    /** The same for a call whose result is a denial: the event before it that is about the same call tells who denied. */
    @Nullable
    String ofDenied() {
        String call = event.payload().text("call_id");
        Rune denying = null;
        for (Rune rune : recorded.runes()) {
            boolean before = rune.eventId() < event.eventId() && rune.kind().startsWith("tool.");
            denying = before && call != null && call.equals(rune.payload().text("call_id")) ? rune : denying;
        }
        if (denying == null) {
            return null;
        }
        boolean answered = "ApprovalAnswered".equals(denying.payload().text("event"));
        return switch (denying.kind()) {
            case "tool.approval_expired" -> "if a confirmed adult approved it before the question lapsed";
            case "tool.denied" -> answered ? "if a confirmed adult approved it and nobody objected" : null;
            default -> null;
        };
    }

    private String pending() {
        Set<String> calls = new LinkedHashSet<>();
        for (Rune rune : recorded.runes()) {
            String call = rune.payload().text("call_id");
            if (rune.eventId() >= event.eventId() || call == null) {
                continue;
            }
            switch (rune.kind()) {
                case "tool.approval_requested" -> calls.add(call);
                case "tool.approved",
                        "tool.denied",
                        "tool.approval_expired",
                        "tool.approval_cancelled",
                        "tool.result" -> calls.remove(call);
                default -> {}
            }
        }
        return calls.isEmpty() ? "none was at that moment" : "at that moment " + String.join(", ", calls);
    }
}
