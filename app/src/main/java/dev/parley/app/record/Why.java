package dev.parley.app.record;

import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.explain.Change;
import dev.parley.replay.explain.Explanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why an event stands in the record: what led to it, and the decision it rests on or carries, explained.
 *
 * @param when when the answer would have been yes, in words; null if it was, or if nothing is known that changes it
 */
public record Why(
        RecordedConversation recorded,
        Rune event,
        Cause cause,
        @Nullable Explanation explanation,
        @Nullable String when) {

    public static Why of(RecordedConversation recorded, Rune event) {
        Cause cause = Cause.of(recorded, event);
        Rune verdict = cause.verdict();
        Explanation explanation = verdict == null ? null : explain(recorded, verdict);
        String when = verdict == null ? null : when(recorded, verdict, explanation);
        return new Why(recorded, event, cause, explanation, when);
    }

    private static @Nullable String when(
            RecordedConversation recorded, Rune verdict, @Nullable Explanation explanation) {
        if (explanation == null || explanation.decided().isAllowed()) {
            return null;
        }
        String ofRule = explanation.failed().isEmpty()
                ? null
                : new RefusalChange(recorded, verdict)
                        .of(explanation.failed().getFirst().id());
        Change change = explanation.change();
        return ofRule != null || change == null
                ? ofRule
                : ChangeText.of(explanation.decided().attestation().request(), change);
    }

    /** What the runtime asked for by itself is explained by the request that it follows from. */
    private static @Nullable Explanation explain(RecordedConversation recorded, Rune verdict) {
        if (recorded.isHeadless()) {
            return null;
        }
        String room = VerdictRune.room(verdict);
        Replay replay = recorded.replay();
        Rune asked = verdict;
        for (Rune rune : recorded.provable()) {
            boolean begins = room != null && room.equals(VerdictRune.room(rune)) && !replay.owes(room);
            asked = begins ? rune : asked;
            if (rune.eventId() >= verdict.eventId() || !replay.accept(rune)) {
                break;
            }
        }
        if (asked.eventId() >= verdict.eventId()) {
            return replay.explain(verdict);
        }
        Replay before = recorded.replay();
        for (Rune rune : recorded.provable()) {
            if (rune.eventId() >= asked.eventId() || !before.accept(rune)) {
                break;
            }
        }
        return before.explainDerived(asked, verdict);
    }

    /** For programs. */
    public Json.Obj toJson(String conversation) {
        Json.Obj answer = Json.Obj.EMPTY
                .with("conversation", conversation)
                .with("event_id", event.eventId())
                .with("kind", event.kind())
                .with("because", cause.toJson());
        answer = recorded.begins() == 0 ? answer : answer.with("proof_from", recorded.begins() + 1);
        Refusal refusal = cause.refusal();
        if (refusal != null) {
            return answer.with("decided_at", event.eventId()).with("explanation", refusal.toJson());
        }
        Rune verdict = cause.verdict();
        if (explanation == null || verdict == null) {
            return answer;
        }
        answer = decided(answer, verdict, explanation);
        Why denial = denial(verdict);
        return denial == null || denial.explanation == null
                ? answer
                : answer.with("follows_from", denial.decided(Json.Obj.EMPTY, denial.event, denial.explanation));
    }

    private Json.Obj decided(Json.Obj answer, Rune verdict, Explanation found) {
        Json.Obj explained = found.toJson();
        if (when != null) {
            Json.Obj change = explained.get("would_be_allowed") instanceof Json.Obj known ? known : Json.Obj.EMPTY;
            Map<String, Json> fields = new LinkedHashMap<>(explained.fields());
            fields.remove("never");
            fields.put("would_be_allowed", change.with("when", when));
            explained = new Json.Obj(fields);
        }
        return answer.with("decided_at", verdict.eventId()).with("explanation", explained);
    }

    /** Why it was denied, of a verdict that only carries a denial out; null of every other. */
    private @Nullable Why denial(Rune verdict) {
        Rune denied = Cause.denial(recorded, verdict);
        return denied == null || denied.equals(verdict) ? null : of(recorded, denied);
    }

    private String title() {
        return "Event " + event.eventId() + " is " + event.kind() + ".";
    }

    /**
     * For people: the decision, what led to it as a tree down to somebody's words, and what it led to.
     *
     * @param plain without branches, for a screen reader
     */
    public List<String> lines(boolean plain) {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        Account account = Account.of(recorded, event);
        lines.addAll(account == null ? decision() : account.lines());
        CauseTree trees = new CauseTree(recorded);
        lines.add("");
        lines.add("What led to it:");
        drawn(trees.causes(event), plain).forEach(line -> lines.add("  " + line));
        if (recorded.begins() > 0) {
            lines.add("  The record begins after event " + recorded.begins() + ": what came before was compacted.");
        }
        lines.add("");
        Tree effects = trees.effects(event);
        lines.add(effects.under().isEmpty() ? "It led to nothing else." : "What it led to:");
        if (!effects.under().isEmpty()) {
            drawn(effects, plain).forEach(line -> lines.add("  " + line));
        }
        return lines;
    }

    private static List<String> drawn(Tree tree, boolean plain) {
        return plain ? tree.plainLines() : tree.lines();
    }

    private List<String> decision() {
        Refusal refusal = cause.refusal();
        if (refusal != null) {
            return refusal.told();
        }
        Rune verdict = cause.verdict();
        if (verdict != null && recorded.isHeadless()) {
            return List.of("Why event " + verdict.eventId() + " was decided so cannot be said: " + recorded.fault());
        }
        if (explanation == null || verdict == null) {
            return List.of("No decision is behind it: it was reported from outside.");
        }
        List<String> lines = new ArrayList<>();
        Request request = explanation.decided().attestation().request();
        String at = verdict.eventId() == event.eventId() ? "" : "It rests on event " + verdict.eventId() + ": ";
        lines.add(at + request.actor() + " asked for " + request.action() + " on " + request.target() + ": "
                + explanation.decided().decision().printed() + ".");
        lines.addAll(rules());
        Why denial = denial(verdict);
        if (denial != null) {
            List<String> told = denial.decision();
            lines.add("It follows from event " + denial.event.eventId() + ": " + told.getFirst());
            lines.addAll(told.subList(1, told.size()));
        }
        return lines;
    }

    /** The rules that stood in the way, and when the answer would have been yes. */
    List<String> rules() {
        if (explanation == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        for (Explanation.Failed rule : explanation.failed()) {
            lines.add("  " + rule.id() + " (" + rule.level() + "): " + rule.sentence() + " Here, " + rule.how() + ".");
        }
        if (when != null) {
            lines.add("It would be allowed " + when + ".");
        } else if (!explanation.decided().isAllowed()) {
            String never = explanation.never();
            lines.add(
                    never == null ? "No nearby change would have made it allowed." : "Nothing changes that. " + never);
        }
        return lines;
    }

    /** The rules that were asked and kept, of those that are about this request. */
    List<String> checked() {
        return explanation == null
                ? List.of()
                : explanation.decided().attestation().invariantsChecked().stream()
                        .filter(rule -> rule.startsWith("people.command.") || rule.startsWith("tool."))
                        .toList();
    }
}
