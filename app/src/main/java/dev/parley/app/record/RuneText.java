package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.AgentEvents.RequestedTool;
import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.SpeechEvents.SpeechWithheld;
import dev.parley.kernel.event.ToolEvents.ToolCallRefused;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.ApprovalEarly;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.event.VerdictEvents.RoomRules;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a rune says, in one line for people. */
public final class RuneText {
    private static final int LENGTH_MAX = 120;

    private RuneText() {}

    public static String of(Rune rune) {
        String text = said(rune).replace('\n', ' ');
        return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX - 1) + "…";
    }

    private static String said(Rune rune) {
        Json.Obj payload = rune.payload();
        if (VerdictRune.room(rune) != null) {
            return verdict(payload);
        }
        return switch (EventCatalogue.read(rune)) {
            case UserSpoke(UserText words) -> person(words.by()) + " said " + quoted(words.piiText());
            case AgentReplied reply -> reply(reply);
            case AgentSentenceReleased sentence -> "the agent says " + quoted(sentence.piiText());
            case AgentStateChanged(String state) -> "the agent is " + state;
            case ToolDispatched call -> called(call.tool(), call.callId()) + " runs";
            case ToolSettled result -> called(result.tool(), result.callId()) + " ends: " + result.status();
            case ToolCallRefused call ->
                called(Objects.requireNonNullElse(call.tool(), ""), call.callId()) + " is refused by " + call.rule();
            case PlaybackEvents played -> played(rune.kind(), played);
            case SpeechWithheld _ -> "something is left unsaid: not everybody here may hear it";
            case ApprovalEarly _ -> "that comes before the question was heard to its end and does not count";
            case BargedIn _ -> "somebody comes in between";
            case VoiceSegmentStarted began -> person(began.voice().by()) + " begins to speak";
            case SessionEnded _ -> "the conversation ends";
            case TurnCancelled cancelled -> person(cancelled.by()) + " stops the agent";
            case TurnEvents step -> turn(rune, step);
            case RoomOpened(RoomRules rules) -> "the room " + rules.room() + " is opened";
            case SessionCreated _ -> "the conversation begins";
            case InvariantViolated violation -> "the rule " + violation.id() + " is broken";
            default -> rune.kind();
        };
    }

    private static String played(String kind, PlaybackEvents event) {
        return switch (event) {
            case PlaybackStarted started -> "reply " + started.reply() + " begins to be heard";
            case PlaybackEnded ended -> "reply " + ended.reply() + (ended.interrupted() ? " is cut" : " was heard");
            default -> kind;
        };
    }

    private static String turn(Rune rune, TurnEvents event) {
        String turn = "turn " + rune.turn();
        return switch (event) {
            case TurnStarted _ -> turn + " begins";
            case TurnCompleted completed -> ended(turn, completed.reason());
            case TurnInterrupted interrupted -> ended(turn, interrupted.reason());
            case TurnFailed failed -> ended(turn, failed.reason());
            case TurnClosed _ -> turn + " is closed";
            default -> rune.kind();
        };
    }

    private static String ended(String turn, String reason) {
        return turn + " ends: " + (reason.isEmpty() ? "completed" : reason);
    }

    private static String verdict(Json.Obj payload) {
        Json.Obj parameters = payload.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        String tool = parameters.text("tool");
        String what = tool == null ? parameters.text("command") : tool;
        String decided = text(payload, "action", "?") + (what == null ? "" : " of " + what) + " on "
                + text(payload, "target", "nothing") + " by " + text(payload, "actor", "somebody") + ": "
                + text(payload, "decision", "?");
        return payload.get("violations") instanceof Json.Arr(List<Json> ids) && !ids.isEmpty()
                ? decided + " (" + names(ids) + ")"
                : decided;
    }

    private static String names(List<Json> ids) {
        List<String> names = new ArrayList<>();
        ids.forEach(id -> names.add(id instanceof Json.Str(String name) ? name : id.text()));
        return String.join(", ", names);
    }

    private static String reply(AgentReplied reply) {
        if (!reply.piiText().isEmpty()) {
            return "the agent replies " + quoted(reply.piiText());
        }
        List<String> tools = reply.calls().stream().map(RequestedTool::tool).toList();
        return tools.isEmpty() ? "the agent replies nothing" : "the agent wants " + String.join(", ", tools);
    }

    private static String person(String id) {
        return id.isEmpty() ? "an unidentified user" : id;
    }

    private static String called(String tool, String call) {
        return (tool.isEmpty() ? "the tool" : tool) + " (" + call + ")";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String text(Json.Obj payload, String key, String otherwise) {
        String text = payload.text(key);
        return text == null ? otherwise : text;
    }
}
