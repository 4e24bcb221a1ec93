package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;

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
        return switch (rune.kind()) {
            case "user.words" -> text(payload, "by", "somebody") + " said " + quoted(payload);
            case "agent.reply" -> reply(payload);
            case "agent.sentence" -> "the agent says " + quoted(payload);
            case "agent.state" -> "the agent is " + text(payload, "state", "?");
            case "tool.dispatched" -> called(payload) + " runs";
            case "tool.result" -> called(payload) + " ends: " + text(payload, "status", "?");
            case "tool.refused" -> called(payload) + " is refused by " + text(payload, "rule", "?");
            case "playback.started" -> "reply " + number(payload, "reply") + " begins to be heard";
            case "playback.ended" -> "reply " + number(payload, "reply") + (cut(payload) ? " is cut" : " was heard");
            case "speech.withheld" -> "something is left unsaid: not everybody here may hear it";
            case "answer.too_early" -> "that comes before the question was heard to its end and does not count";
            case "control.barge_in" -> "somebody comes in between";
            case "voice.began" -> text(payload, "by", "somebody") + " begins to speak";
            case "control.ended" -> "the conversation ends";
            case "control.cancel" -> text(payload, "by", "somebody") + " stops the agent";
            case "turn.started" -> "turn " + rune.turn() + " begins";
            case "turn.completed", "turn.interrupted", "turn.error" ->
                "turn " + rune.turn() + " ends: " + text(payload, "reason", "completed");
            case "turn.closed" -> "turn " + rune.turn() + " is closed";
            case "room.opened" -> "the room " + text(payload, "room", "?") + " is opened";
            case "session.created" -> "the conversation begins";
            case Refusal.VIOLATION -> "the rule " + text(payload, "id", "?") + " is broken";
            default -> rune.kind();
        };
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

    private static String reply(Json.Obj payload) {
        if (!text(payload, "pii_text", "").isEmpty()) {
            return "the agent replies " + quoted(payload);
        }
        List<String> tools = new ArrayList<>();
        if (payload.get("calls") instanceof Json.Arr(List<Json> calls)) {
            calls.forEach(call -> tools.add(call instanceof Json.Obj it ? text(it, "tool", "?") : "?"));
        }
        return tools.isEmpty() ? "the agent replies nothing" : "the agent wants " + String.join(", ", tools);
    }

    private static String called(Json.Obj payload) {
        return text(payload, "tool", "the tool") + " (" + text(payload, "call_id", "?") + ")";
    }

    private static boolean cut(Json.Obj payload) {
        return Boolean.TRUE.equals(payload.flag("interrupted"));
    }

    private static String number(Json.Obj payload, String key) {
        Json value = payload.get(key);
        return value == null ? "?" : value.text();
    }

    private static String quoted(Json.Obj payload) {
        return '"' + text(payload, "pii_text", "") + '"';
    }

    private static String text(Json.Obj payload, String key, String otherwise) {
        String text = payload.text(key);
        return text == null ? otherwise : text;
    }
}
