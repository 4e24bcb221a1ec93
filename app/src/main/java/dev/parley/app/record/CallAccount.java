package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.UserEvents.ApprovalEarly;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.RoomDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What became of one call up to some moment: what was wanted, what decided about it, and what would have changed that. */
final class CallAccount {
    private static final Set<String> ENDS = Set.of("ask", "approve", "reject", "expire", "cancel");
    private static final Set<String> FAILED = Set.of("error", "timeout", "sandbox_violation", "unknown");

    private final RecordedConversation recorded;
    private final String id;
    private final List<Rune> steps;

    /** @param upTo the event id of the moment */
    CallAccount(RecordedConversation recorded, String id, long upTo) {
        this.recorded = recorded;
        this.id = id;
        this.steps = recorded.runes().stream()
                .filter(rune -> rune.eventId() <= upTo && id.equals(callOf(rune)))
                .toList();
    }

    /** The call that a rune is about, or null. */
    static @Nullable String callOf(Rune rune) {
        if (EventCatalogue.is(rune, ToolDecided.class)) {
            return rune.payload().text("target");
        }
        return EventCatalogue.is(rune, HouseholdDecided.class)
                ? given(rune).text("call")
                : rune.payload().text("call_id");
    }

    static Json.Obj given(Rune verdict) {
        return verdict.payload().get("parameters") instanceof Json.Obj parameters ? parameters : Json.Obj.EMPTY;
    }

    static String action(Rune verdict) {
        return String.valueOf(verdict.payload().text("action"));
    }

    static boolean isDenied(Rune rune) {
        return VerdictRune.room(rune) != null
                && !"allowed".equals(rune.payload().text("decision"));
    }

    private @Nullable Rune last(Class<? extends RoomDecided> room, Set<String> actions) {
        return steps.stream()
                .filter(rune -> EventCatalogue.is(rune, room) && actions.contains(action(rune)) && !isDenied(rune))
                .reduce((_, later) -> later)
                .orElse(null);
    }

    /** The verdict that wanted the call, from which its first words are reached; null if the record begins after it. */
    @Nullable
    Rune wanted() {
        return last(ToolDecided.class, Set.of("call"));
    }

    /** What was wanted, as people say it. */
    String wish() {
        Rune call = wanted();
        if (call == null) {
            return id;
        }
        List<String> with = new ArrayList<>();
        if (given(call).get("arguments") instanceof Json.Obj arguments) {
            arguments.fields().forEach((key, value) -> with.add(key + " " + plain(value)));
        }
        String tool = String.valueOf(given(call).text("tool")).replace('_', ' ');
        return with.isEmpty() ? tool : tool + " (" + String.join(", ", with) + ")";
    }

    private static String plain(Json value) {
        return value instanceof Json.Str(String text) ? text : value.text();
    }

    /** What was wanted at once, as people say it. */
    static String wishes(List<CallAccount> calls) {
        return String.join("; ", calls.stream().map(CallAccount::wish).toList());
    }

    /** What decided about each of these. */
    static List<String> decisions(List<CallAccount> calls) {
        List<String> lines = new ArrayList<>();
        for (CallAccount call : calls) {
            if (calls.size() > 1) {
                lines.add("About " + call.wish() + ":");
            }
            lines.addAll(call.decision());
        }
        return lines;
    }

    /** What decided about it, and what would have changed that. */
    List<String> decision() {
        Rune refused = steps.stream()
                .filter(CallAccount::isDenied)
                .reduce((_, later) -> later)
                .orElse(null);
        Rune end = last(ToolDecided.class, ENDS);
        if (refused != null && (end == null || isOfTheHouse(end) || refused.eventId() > end.eventId())) {
            List<String> lines = new ArrayList<>(List.of("It was refused (event " + refused.eventId() + ")."));
            lines.addAll(Why.of(recorded, refused).rules());
            return lines;
        }
        return end == null ? permitted() : ended(end);
    }

    /** Whether the runtime rejected it by itself, which carries a refusal out; a person's no is a reason of its own. */
    private static boolean isOfTheHouse(Rune end) {
        return action(end).equals("reject") && "system".equals(end.payload().text("actor"));
    }

    private List<String> ended(Rune end) {
        String at = " (event " + end.eventId() + ")";
        String who = person(end);
        return switch (action(end)) {
            case "ask" -> asked(at);
            case "approve" -> approved(who, at);
            case "reject" ->
                List.of(
                        "It was not done because " + who + " said no" + at + ".",
                        "It would be allowed if " + whose() + " said yes and nobody objected.");
            case "expire" ->
                List.of(
                        "It was not done because nobody answered the question in time" + at + ".",
                        "It would be allowed if " + whose() + " said yes before the question lapsed.");
            default -> cancelled(end, at);
        };
    }

    private List<String> approved(String who, String at) {
        List<String> failure = failure();
        List<String> lines = new ArrayList<>();
        String done = failure.isEmpty() ? "done" : "tried";
        lines.add("It was " + done + " because " + who + " said yes to the question" + at + ".");
        lines.addAll(failure);
        lines.add("Without that yes it would not have been " + done + "; the yes counts for this one time.");
        return lines;
    }

    private List<String> cancelled(Rune end, String at) {
        if (last(ToolDecided.class, Set.of("ask")) == null || last(ToolDecided.class, Set.of("approve")) != null) {
            return List.of("It was cancelled before it had ended" + at + ": "
                    + given(end).text("reason") + ".");
        }
        return List.of(
                "It was not done: the question was dropped" + dropped(end) + at + ".",
                "It would be allowed if it were asked for again, and answered with a yes.");
    }

    /** What came of it where it ran and did not succeed; else nothing. */
    private List<String> failure() {
        Rune result = result();
        if (result == null || !FAILED.contains(String.valueOf(result.payload().text("status")))) {
            return List.of();
        }
        return List.of("It ran and did not succeed (event " + result.eventId() + "): " + status(result) + ".");
    }

    private @Nullable Rune result() {
        return steps.stream()
                .filter(rune -> EventCatalogue.is(rune, ToolSettled.class))
                .reduce((_, later) -> later)
                .orElse(null);
    }

    /** How a call ended, with the reason where one was recorded that says more. */
    static String status(Rune result) {
        String status = String.valueOf(result.payload().text("status")).replace('_', ' ');
        String reason = result.payload().text("reason");
        if (reason == null || reason.isEmpty()) {
            return status;
        }
        return reason.startsWith(status) ? reason : status + ", " + reason;
    }

    private static String dropped(Rune end) {
        return switch (String.valueOf(given(end).text("reason"))) {
            case "interrupted" -> " by what was said instead of a yes or no";
            case "cancelled" -> " by a stop";
            case "disconnected" -> " because the conversation was left";
            default -> "";
        };
    }

    /** Whose yes it takes: a command of the house waits for the one who gave it, any other call for an adult. */
    String whose() {
        return isCommand() ? "whoever wants it" : "a confirmed adult";
    }

    private boolean isCommand() {
        return last(HouseholdDecided.class, Set.of("authorization_granted")) != null;
    }

    private List<String> asked(String at) {
        List<String> lines = new ArrayList<>();
        lines.add(
                isCommand()
                        ? "It asks first because the house does this only after a yes of whoever wants it" + at + "."
                        : "It asks first because this needs the yes of a confirmed adult" + at + ".");
        steps.stream()
                .filter(rune -> EventCatalogue.is(rune, ApprovalEarly.class))
                .reduce((_, later) -> later)
                .ifPresent(early -> lines.add("An answer came before the question had been heard to its end (event "
                        + early.eventId() + "). It did not count, so the question is asked again."));
        lines.add("A yes lets it be done. A no, other words, or no answer in time, and it is left.");
        return lines;
    }

    private List<String> permitted() {
        Rune granted = last(HouseholdDecided.class, Set.of("authorization_granted"));
        Rune decided = granted == null ? last(ToolDecided.class, Set.of("permit", "call")) : granted;
        if (decided == null) {
            return List.of();
        }
        List<String> checked = Why.of(recorded, decided).checked();
        String kept = checked.isEmpty() ? "" : ": " + String.join(", ", checked);
        List<String> lines = new ArrayList<>();
        lines.add("It was allowed (event " + decided.eventId() + "): no rule stood in the way.");
        lines.addAll(failure());
        lines.add("It would be refused if one of these rules were broken" + kept + ".");
        return lines;
    }

    private static String person(Rune verdict) {
        String actor = String.valueOf(verdict.payload().text("actor"));
        return actor.equals("system") ? "the house" : Account.named(actor.replaceFirst("^user_", ""));
    }
}
