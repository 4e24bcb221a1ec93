package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client wants to find again beside what it asked for. It is kept and shown, and nothing here looks at it. */
final class Metadata {
    private static final int PAIRS_MAX = 16;
    private static final int NAME_CHARACTERS_MAX = 64;
    private static final int CHARACTERS_MAX = 512;
    private static final Json AUTO = Json.of("auto");

    private Metadata() {}

    /** The pairs of this object; null for anything else. */
    static Json of(@Nullable Json given, String param) throws BadEvent {
        if (!(given instanceof Json.Obj(Map<String, Json> pairs))) {
            return Json.Null.NULL;
        }
        boolean isShort = pairs.size() <= PAIRS_MAX
                && pairs.entrySet().stream()
                        .allMatch(pair -> pair.getKey().length() <= NAME_CHARACTERS_MAX && isShort(pair.getValue()));
        if (!isShort) {
            throw BadEvent.value(
                    param,
                    "at most " + PAIRS_MAX + " pairs of a name of at most " + NAME_CHARACTERS_MAX
                            + " characters and a text of at most " + CHARACTERS_MAX);
        }
        return given;
    }

    private static boolean isShort(Json value) {
        return value instanceof Json.Str(String text) && text.length() <= CHARACTERS_MAX;
    }

    /** What is known of this wish for traces, which are not made here. */
    static Json tracing(Json given) throws BadEvent {
        String param = "session.tracing";
        if (given instanceof Json.Null || given.equals(AUTO)) {
            return given;
        }
        if (!(given instanceof Json.Obj wish)) {
            throw BadEvent.value(param, "null, 'auto' or an object");
        }
        Json.Obj known = Json.Obj.EMPTY;
        for (String name : List.of("workflow_name", "group_id")) {
            Json value = wish.get(name);
            if (value != null && !(value instanceof Json.Null) && !isShort(value)) {
                throw BadEvent.value(param + "." + name, "a text of at most " + CHARACTERS_MAX + " characters");
            }
            known = value == null ? known : known.with(name, value);
        }
        Json metadata = wish.get("metadata");
        return metadata == null ? known : known.with("metadata", of(metadata, param + ".metadata"));
    }
}
