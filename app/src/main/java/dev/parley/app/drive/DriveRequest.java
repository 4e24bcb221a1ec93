package dev.parley.app.drive;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One line of input: the request as far as it could be read, and what was wrong with it where something was.
 *
 * <p>A missing target is not wrong here: the kernel's own invariant refuses it. A line with a fault keeps no time, which
 * tells a rebuild that its request cannot be decided again and rests on the reason recorded for it.
 */
record DriveRequest(Request request, @Nullable String fault) {

    static DriveRequest read(String line) {
        try {
            Json json = JsonDecoder.decode(line);
            if (!(json instanceof Json.Obj fields)) {
                return unreadable("a request is a JSON object");
            }
            return fromObject(fields);
        } catch (JsonDecoder.NotJson e) {
            return unreadable("not JSON: " + e.getMessage());
        }
    }

    private static DriveRequest fromObject(Json.Obj fields) {
        Fault fault = new Fault();
        OffsetDateTime at = time(fields, fault);
        String actor = text(fields, "actor", true, fault);
        String target = text(fields, "target", false, fault);
        String action = text(fields, "action", true, fault);
        String machine = fields.has("machine") ? text(fields, "machine", true, fault) : null;
        Json parameters = fields.has("parameters") ? fields.get("parameters") : Json.Obj.EMPTY;
        if (!(parameters instanceof Json.Obj)) {
            fault.add("parameters must be an object");
        }
        Json.Obj given = parameters instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        OffsetDateTime kept = fault.first == null ? at : Request.NO_TIME;
        return new DriveRequest(new Request(kept, actor, target, action, given, machine), fault.first);
    }

    private static OffsetDateTime time(Json.Obj fields, Fault fault) {
        String at = fields.text("at");
        if (at == null) {
            fault.add("at is missing: a time such as 2026-03-01T10:00:00Z");
            return Request.NO_TIME;
        }
        try {
            return OffsetDateTime.parse(at);
        } catch (DateTimeException e) {
            fault.add("at is not a time with an offset, such as 2026-03-01T10:00:00Z");
            return Request.NO_TIME;
        }
    }

    private static String text(Json.Obj fields, String key, boolean required, Fault fault) {
        Json value = fields.get(key);
        boolean absent = value == null || value instanceof Json.Null;
        String text = value instanceof Json.Str str ? str.value() : "";
        if (!absent && !(value instanceof Json.Str)) {
            fault.add(key + " must be a text");
        } else if (required && text.isEmpty()) {
            fault.add(key + " is missing");
        }
        return text;
    }

    /** A line that holds no request at all. */
    static DriveRequest unreadable(String reason) {
        return new DriveRequest(new Request(Request.NO_TIME, "", "", ""), reason);
    }

    /** Keeps the first thing that was wrong. */
    private static final class Fault {
        private @Nullable String first;

        void add(String reason) {
            if (first == null) {
                first = reason;
            }
        }
    }
}
