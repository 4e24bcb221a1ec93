package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools that a client declares for its session.
 *
 * @param json what was read of them
 * @param offers the same as a model is told of them
 */
record DeclaredTools(Json json, List<Model.ToolOffer> offers) {
    private static final int TOOLS_MAX = 128;

    /** All of them together; each schema is read when it is declared, which takes time. */
    private static final long CHARACTERS_MAX = 256 << 10;

    static DeclaredTools of(@Nullable Json given) throws BadEvent {
        if (!(given instanceof Json.Arr(List<Json> items)) || items.size() > TOOLS_MAX) {
            throw BadEvent.value("session.tools", "a list of at most " + TOOLS_MAX + " tools");
        }
        List<Json> known = new ArrayList<>();
        List<Model.ToolOffer> offers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long characters = 0;
        for (Json item : items) {
            String name = item instanceof Json.Obj tool ? tool.text("name") : null;
            if (!(item instanceof Json.Obj tool)
                    || name == null
                    || !"function".equals(tool.text("type"))
                    || !name.matches("[A-Za-z0-9_.-]{1,64}")
                    || !names.add(name)) {
                throw BadEvent.value("session.tools", "each has type 'function' and a name of its own");
            }
            Json.Obj read = read(tool);
            characters += read.text().length();
            if (characters > CHARACTERS_MAX) {
                throw BadEvent.value(
                        "session.tools", "all tools together have at most " + CHARACTERS_MAX + " characters");
            }
            known.add(read);
            offers.add(offer(name, read));
        }
        return new DeclaredTools(Json.of(known), offers);
    }

    /** The fields that are understood, in the order in which they came. */
    private static Json.Obj read(Json.Obj tool) {
        Json.Obj read = Json.Obj.EMPTY;
        for (var field : tool.fields().entrySet()) {
            Json value = field.getValue();
            boolean isRead = switch (field.getKey()) {
                case "type", "name", "description" -> value instanceof Json.Str;
                case "parameters" -> value instanceof Json.Obj;
                default -> false;
            };
            read = isRead ? read.with(field.getKey(), value) : read;
        }
        return read;
    }

    private static Model.ToolOffer offer(String name, Json.Obj tool) {
        String description = tool.text("description");
        Json.Obj schema =
                tool.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY.with("type", "object");
        return new Model.ToolOffer(name, description == null ? "" : description, schema);
    }
}
