package dev.parley.app.record;

import dev.parley.app.record.TreeNode.Tint;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.SpeechEvents.SpeechPhrased;
import dev.parley.kernel.event.SpeechEvents.SpeechWithheld;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.ApprovalEarly;
import dev.parley.kernel.event.UserEvents.UserAnswered;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A recorded conversation for human eyes: a tree of turns with what was said, the tools that were wanted with every verdict
 * about them, and what was refused and why. The numbers in brackets are event ids, which {@code explain} takes.
 */
public final class ShownConversation {
    /** Steps that only follow from the one before them; the tree shows what they lead to. */
    private static final Set<String> DERIVED = Set.of(
            "person_added",
            "profile_forgotten",
            "speaking_turn",
            "command_detected",
            "authorization_denied",
            "execution_started",
            "execution_success",
            "execution_failure",
            "context_changed",
            "authority_verified",
            "done");

    private static final Set<String> STEPS = Set.of("ask", "approve", "reject", "expire", "cancel");

    private final TreeNode root;
    private final Map<Long, TreeNode> turns = new HashMap<>();
    private final Map<Long, Long> turnOf = new HashMap<>();
    private final Map<String, TreeNode> calls = new HashMap<>();
    private final Map<Long, String> texts = new HashMap<>();
    private final Map<Long, TreeNode> spoken = new HashMap<>();
    private final Map<Long, String> asking = new HashMap<>();
    private final Map<Long, String> answering = new HashMap<>();
    /** The call that somebody is asked about, by the turn. */
    private final Map<Long, String> asked = new HashMap<>();
    /** The turn that began last. */
    private long latest;

    private ShownConversation(RecordedConversation recorded) {
        RecordSummary summary = RecordSummary.of(recorded.runes());
        Json.Obj head = Json.Obj.EMPTY
                .with("conversation", recorded.name())
                .with("events", recorded.runes().size());
        this.root = new TreeNode(recorded.name() + "  " + summary.sentence(), Tint.STRONG, summary.onto(head));
    }

    public static ShownConversation of(RecordedConversation recorded) {
        ShownConversation shown = new ShownConversation(recorded);
        recorded.runes().forEach(shown::note);
        recorded.runes().forEach(shown::take);
        String fault = recorded.fault();
        if (fault != null) {
            shown.root.add(new TreeNode(
                    "damaged from here on: " + fault,
                    Tint.DENIED,
                    Json.Obj.EMPTY.with("what", "damage").with("reason", fault)));
        }
        return shown;
    }

    public List<String> lines(boolean coloured) {
        return root.tree(coloured).lines();
    }

    /** The same without branches and colours, for whoever has it read aloud. */
    public List<String> plainLines() {
        return root.tree(false).plainLines();
    }

    public Json.Obj toJson() {
        return root.toJson();
    }

    /** Which call a reply asks about, and which words answer: both are shown with the call, in their order. */
    private void note(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case AgentReplied reply -> asking.put(reply.reply(), Objects.requireNonNullElse(reply.about(), ""));
            case ToolDecided verdict -> {
                BigDecimal answer = CallAccount.given(rune).number("answer");
                if (answer != null) {
                    answering.put(answer.longValue(), verdict.decided().target());
                }
            }
            default -> {}
        }
    }

    private void take(Rune rune) {
        String room = VerdictRune.room(rune);
        turnOf.put(rune.eventId(), rune.turn() > 0 ? rune.turn() : turnOf.getOrDefault(rune.causalParent(), 0L));
        if (room != null) {
            verdict(rune, room);
            return;
        }
        switch (EventCatalogue.read(rune)) {
            case TurnStarted _ -> turn(rune);
            case UserSpoke(UserText words) -> {
                String answered = answering.get(rune.eventId());
                calls.getOrDefault(answered == null ? asked.get(rune.turn()) : answered, place(rune))
                        .add(leaf(rune, person(words.by()) + ": " + words.piiText(), Tint.STRONG, "words"));
            }
            case UserAnswered answer -> {
                String pressed = answer.yes() ? ": yes" : ": no";
                calls.getOrDefault(answer.callId(), place(rune))
                        .add(leaf(rune, answer.by() + pressed, Tint.STRONG, "answer"));
            }
            case AgentReplied reply -> texts.put(reply.reply(), reply.piiText());
            case AgentSentenceReleased sentence -> texts.put(sentence.reply(), sentence.piiText());
            case SpeechPhrased phrased -> texts.put(phrased.reply(), phrased.piiText());
            case PlaybackStarted started -> {
                String words = texts.getOrDefault(started.reply(), "");
                TreeNode said = leaf(rune, "agent: " + words, Tint.AGENT, "speech");
                TreeNode under = calls.getOrDefault(asking.get(started.reply()), place(rune));
                spoken.put(started.reply(), under.add(said));
            }
            case PlaybackEnded ended -> ended(ended);
            case SpeechWithheld withheld ->
                place(rune).add(leaf(rune, "not said: " + withheld.reason(), Tint.DENIED, "withheld"));
            case ToolSettled result -> result(rune, result);
            case ApprovalEarly early ->
                calls.getOrDefault(early.callId(), place(rune))
                        .add(leaf(
                                rune, "that came before the question had been heard to its end", Tint.FAINT, "early"));
            case TurnCancelled cancelled ->
                turns.getOrDefault(latest, root)
                        .add(leaf(rune, person(cancelled.by()) + " stopped the agent", Tint.STRONG, "stop"));
            case TurnInterrupted interrupted -> turnEnded(rune, interrupted.reason());
            case TurnFailed failed -> turnEnded(rune, failed.reason());
            default -> {}
        }
    }

    private static String person(String id) {
        return id.isEmpty() ? "somebody" : id;
    }

    private void turnEnded(Rune rune, String reason) {
        place(rune).add(leaf(rune, "the turn ended: " + reason, Tint.FAINT, "ended"));
    }

    private void turn(Rune rune) {
        latest = rune.turn();
        String at = RecordSummary.readable(rune.envelope().wallMillis());
        Json.Obj fields = Json.Obj.EMPTY.with("turn", rune.turn()).with("at", at);
        turns.put(rune.turn(), root.add(new TreeNode("turn " + rune.turn() + "  " + at, Tint.FAINT, fields)));
    }

    /** Where something belongs: in its turn, in that of its cause, or between two of them. */
    private TreeNode place(Rune rune) {
        return turns.getOrDefault(turnOf.getOrDefault(rune.eventId(), 0L), root);
    }

    private void verdict(Rune rune, String room) {
        Json.Obj payload = rune.payload();
        Json.Obj given = payload.get("parameters") instanceof Json.Obj parameters ? parameters : Json.Obj.EMPTY;
        String action = text(payload, "action");
        boolean allowed = text(payload, "decision").equals("allowed");
        if (room.equals("tool") && action.equals("ask")) {
            asked.put(rune.turn(), text(payload, "target"));
        }
        if (room.equals("tool") && action.equals("call")) {
            call(rune, given);
            return;
        }
        boolean telling = switch (room) {
            case "household" -> !DERIVED.contains(action);
            case "tool" -> STEPS.contains(action);
            default -> false;
        };
        if (!telling && allowed) {
            return;
        }
        String call = room.equals("tool") ? text(payload, "target") : text(given, "call");
        TreeNode under = calls.getOrDefault(call, place(rune));
        String machine = payload.text("machine") == null ? room : text(payload, "machine");
        String about = room.equals("household") ? " of " + text(payload, "target") : "";
        String by = text(payload, "actor").equals("system") ? "" : " by " + text(payload, "actor");
        String asked = machine + " " + action + about + by + ": " + text(payload, "decision") + why(payload, given);
        under.add(leaf(rune, asked, allowed ? Tint.PLAIN : Tint.DENIED, "verdict"));
    }

    private void call(Rune rune, Json.Obj wish) {
        Json.Obj arguments = wish.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        String wanted = text(wish, "tool") + listed(arguments);
        calls.put(text(rune.payload(), "target"), place(rune).add(leaf(rune, wanted, Tint.PLAIN, "call")));
    }

    /** The rule and the reason of a refusal, or the reason that an allowed step was given. */
    private static String why(Json.Obj payload, Json.Obj given) {
        String reason = payload.text("reason") == null ? text(given, "reason") : text(payload, "reason");
        List<String> rules = payload.get("violations") instanceof Json.Arr(List<Json> ids)
                ? ids.stream()
                        .map(ShownConversation::plain)
                        .filter(id -> !reason.contains(id))
                        .toList()
                : List.of();
        return (rules.isEmpty() ? "" : " (" + String.join(", ", rules) + ")") + (reason.isEmpty() ? "" : ", " + reason);
    }

    private void result(Rune rune, ToolSettled result) {
        Json content = result.content();
        String reason = result.reason();
        String status = result.status();
        asked.values().remove(result.callId());
        String told = content instanceof Json.Null ? status : status + listed(content);
        boolean fine = status.equals("success");
        calls.getOrDefault(result.callId(), place(rune))
                .add(leaf(
                        rune,
                        reason.startsWith(told) ? reason : told + (reason.isEmpty() ? "" : ", " + reason),
                        fine ? Tint.PLAIN : Tint.DENIED,
                        "result"));
    }

    private void ended(PlaybackEnded ended) {
        TreeNode said = spoken.get(ended.reply());
        if (said != null && ended.interrupted()) {
            said.note(
                    "  (cut off after " + ended.playedMs() + " of " + ended.audioMs() + " ms)",
                    "interrupted",
                    Json.of(true));
        }
    }

    private static TreeNode leaf(Rune rune, String told, Tint tint, String what) {
        Json.Obj fields = Json.Obj.EMPTY
                .with("what", what)
                .with("event_id", rune.eventId())
                .with("kind", rune.kind())
                .with("text", told);
        for (String key : List.of("machine", "action", "target", "actor", "decision", "violations", "by", "status")) {
            Json value = rune.payload().get(key);
            fields = value == null ? fields : fields.with(key, value);
        }
        return new TreeNode(told + "  [" + rune.eventId() + "]", tint, fields);
    }

    /** Names and values in the form in which one can have them read aloud; what has none as it is. */
    private static String listed(Json values) {
        if (!(values instanceof Json.Obj named)) {
            return " " + plain(values);
        }
        List<String> all = new ArrayList<>();
        named.fields().forEach((key, value) -> all.add(key + " " + plain(value)));
        return all.isEmpty() ? "" : " (" + String.join(", ", all) + ")";
    }

    private static String plain(Json value) {
        return value instanceof Json.Str(String text) ? text : value.text();
    }

    private static String text(Json.Obj payload, String key) {
        String found = payload.text(key);
        return found == null ? "" : found;
    }
}
