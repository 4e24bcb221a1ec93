package dev.parley.transport.realtime;

import dev.parley.TextTooLong;
import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import dev.parley.transport.budget.ByteBudget;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a client says about items. */
final class NewItem {
    private static final int ID_CHARACTERS_MAX = 64;
    private static final int PARTS_MAX = 1_000;
    private static final List<String> OF_MESSAGE = List.of("type", "role");
    private static final List<String> OF_OUTPUT = List.of("type", "call_id", "output");

    private NewItem() {}

    /** What a person says in this item; empty for an item that is nobody's words. */
    static String words(Json.Obj item) throws BadEvent {
        String type = String.valueOf(item.text("type"));
        if (type.equals("function_call_output")) {
            if (item.text("output") == null) {
                throw BadEvent.value("item.output", "a text");
            }
            return "";
        }
        if (!type.equals("message")) {
            throw BadEvent.value("item.type", "'message' or 'function_call_output'");
        }
        String role = String.valueOf(item.text("role"));
        if (!List.of("user", "assistant", "system").contains(role)) {
            throw BadEvent.value("item.role", "'user', 'assistant' or 'system'");
        }
        String words = text(item, role);
        if (TextTooLong.is(words)) {
            throw new BadEvent("text_too_long", "item.content: " + new TextTooLong().getMessage(), "item.content");
        }
        return role.equals("user") ? words : "";
    }

    /** What a client tells its agent in an item of nobody's words that was read; null for any other. */
    static SessionEvent.@Nullable ContextGiven context(Json.Obj item) throws BadEvent {
        String role = item.text("role");
        if (role == null || role.equals("user") || !"message".equals(item.text("type"))) {
            return null;
        }
        String told = text(item, role);
        return told.isBlank() ? null : new SessionEvent.ContextGiven(role, told);
    }

    private static String text(Json.Obj item, String role) throws BadEvent {
        if (!(item.get("content") instanceof Json.Arr(List<Json> parts))) {
            throw BadEvent.value("item.content", "a list of parts");
        }
        String wanted = role.equals("assistant") ? "output_text" : "input_text";
        if (parts.size() > PARTS_MAX) {
            throw BadEvent.value("item.content", "a list of at most " + PARTS_MAX + " parts");
        }
        StringBuilder words = new StringBuilder();
        for (Json part : parts) {
            if (!(part instanceof Json.Obj each) || !wanted.equals(each.text("type")) || each.text("text") == null) {
                throw BadEvent.value("item.content", "parts of this item are of type '" + wanted + "' with a text");
            }
            words.append(words.isEmpty() ? "" : " ").append(each.text("text"));
        }
        return words.toString();
    }

    /** What of an item that was read is kept: nothing that was not understood. */
    static Json.Obj fields(Json.Obj item) {
        Json.Obj fields = Json.Obj.EMPTY;
        for (String name : "message".equals(item.text("type")) ? OF_MESSAGE : OF_OUTPUT) {
            String value = item.text(name);
            fields = value == null ? fields : fields.with(name, value);
        }
        return "message".equals(item.text("type")) && item.get("content") instanceof Json.Arr(List<Json> parts)
                ? fields.with(
                        "content", Json.of(parts.stream().map(NewItem::part).toList()))
                : fields;
    }

    private static Json part(Json given) {
        Json.Obj part = given instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        return Json.Obj.EMPTY
                .with("type", String.valueOf(part.text("type")))
                .with("text", String.valueOf(part.text("text")));
    }

    /** What is counted for an item as long as it is kept, with what it takes to read the output of a call. */
    static long bytes(Json.Obj fields) {
        String output = fields.text("output");
        return ByteBudget.kept(fields)
                + (output == null ? 0 : ByteBudget.decoding(output.getBytes(StandardCharsets.UTF_8)));
    }

    /** The name that a client gives to an item; null where it gives none. */
    static @Nullable String id(Json.Obj item) throws BadEvent {
        String id = item.text("id");
        if (id != null && id.length() > ID_CHARACTERS_MAX) {
            throw BadEvent.value("item.id", "a text of at most " + ID_CHARACTERS_MAX + " characters");
        }
        return id;
    }

    static Json.Obj object(Json.Obj event, String field) throws BadEvent {
        if (event.get(field) instanceof Json.Obj object) {
            return object;
        }
        throw BadEvent.value(field, "an object");
    }

    /** Where an item is to be cut, in milliseconds. */
    static long cut(Item item, Json.Obj event) throws BadEvent {
        long toMs = whole(event, "audio_end_ms");
        if (whole(event, "content_index") != 0 || !item.isSpoken()) {
            throw BadEvent.value("item_id", "only what the agent says aloud can be cut");
        }
        if (toMs > item.sentMs()) {
            throw new BadEvent(
                    "invalid_value",
                    "only " + item.sentMs() + " ms of this item were sent, and " + toMs + " cannot have been heard",
                    "audio_end_ms");
        }
        return toMs;
    }

    /** A whole number that is not negative. */
    static long whole(Json.Obj event, String field) throws BadEvent {
        BigDecimal value = event.number(field);
        try {
            if (value != null && value.signum() >= 0) {
                return value.longValueExact();
            }
        } catch (ArithmeticException e) {
            throw BadEvent.value(field, "a whole number");
        }
        throw BadEvent.value(field, "a whole number");
    }
}
