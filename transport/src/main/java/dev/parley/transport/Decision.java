package dev.parley.transport;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;

/**
 * What was decided about a request, as a client is told.
 *
 * @param room where it was decided
 * @param rule the first rule that stood in the way, empty if none did
 * @param reason what the rule has against it
 */
record Decision(long eventId, String room, String action, String who, boolean isAllowed, String rule, String reason) {
    private static final String UNREADABLE = "request.malformed";
    private static final String NOBODY =
            "nobody here is known and confirmed by that name; name with 'by' a person for whom the key speaks";
    private static final String NOT_THERE = "state.lineage.parent_exists";

    static Decision of(Rune verdict) {
        Json.Obj payload = verdict.payload();
        String rule = payload.get("violations") instanceof Json.Arr(List<Json> all)
                        && !all.isEmpty()
                        && all.getFirst() instanceof Json.Str(String first)
                ? first
                : "";
        String reason = payload.text("reason");
        return new Decision(
                verdict.eventId(),
                String.valueOf(VerdictRune.room(verdict)),
                String.valueOf(payload.text("action")),
                String.valueOf(payload.text("actor")),
                "allowed".equals(payload.text("decision")),
                rule,
                reason == null ? "" : reason.startsWith(rule + ": ") ? reason.substring(rule.length() + 2) : reason);
    }

    /** The same wish, refused by what was concluded from it. */
    Decision refusedBy(Decision conclusion) {
        return new Decision(
                conclusion.eventId, room, action, who, conclusion.isAllowed, conclusion.rule, conclusion.reason);
    }

    /** Whether it is refused for what is written in it, and not for who asks; a call says by it who its approver is. */
    boolean isUnreadable() {
        return rule.equals(UNREADABLE) && !room.equals("tool");
    }

    /** Whether this rune is the decision of a room about something. */
    static boolean isVerdict(Rune rune, String room) {
        return room.equals(VerdictRune.room(rune));
    }

    /** What was refused to whom, and why: in words for people, also where a rule speaks of the form of a request. */
    String sentence() {
        return action + " by " + who + " is refused: "
                + switch (rule) {
                    case UNREADABLE -> isUnreadable() ? reason : NOBODY;
                    case NOT_THERE -> NOBODY;
                    case "tool.approval.household" -> reason + "; name with 'by' a person for whom the key speaks";
                    case "people.command.no_transition" -> "nothing of the kind waits for it at the moment";
                    default -> reason.isEmpty() ? rule : reason;
                };
    }

    Json.Obj json() {
        return Json.Obj.EMPTY
                .with("event_id", eventId)
                .with("action", action)
                .with("decision", isAllowed ? "allowed" : "denied");
    }
}
