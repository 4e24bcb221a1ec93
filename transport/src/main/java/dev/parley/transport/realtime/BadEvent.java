package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import org.jspecify.annotations.Nullable;

/** What a client sent cannot be done; it is told why, and the session goes on. */
final class BadEvent extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;
    private final String param;

    /** @param param the field that is wrong, empty for none */
    BadEvent(String code, String message, String param) {
        super(message);
        this.code = code;
        this.param = param;
    }

    /** The conversation takes nothing in any more. */
    static BadEvent over() {
        return new BadEvent("conversation_over", "the conversation takes nothing in any more", "");
    }

    /** What was asked for may have had an effect, as a stop has, but nothing of it is kept. */
    static BadEvent halted() {
        return new BadEvent(
                "not_recorded",
                "the journal cannot be written, so nothing is recorded until the server starts again",
                "");
    }

    /** There was no room for it; nothing has happened. */
    static BadEvent busy() {
        return new BadEvent("conversation_busy", "the conversation takes nothing in at the moment; try again", "");
    }

    static BadEvent value(String param, String message) {
        return new BadEvent("invalid_value", param + ": " + message, param);
    }

    Json.Obj json(@Nullable String eventId) {
        return Json.Obj.EMPTY
                .with("type", "invalid_request_error")
                .with("code", code)
                .with("message", String.valueOf(getMessage()))
                .with("param", param.isEmpty() ? Json.Null.NULL : Json.of(param))
                .with("event_id", eventId == null ? Json.Null.NULL : Json.of(eventId));
    }
}
