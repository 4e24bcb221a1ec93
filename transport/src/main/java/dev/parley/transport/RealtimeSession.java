package dev.parley.transport;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.SocketSession;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One client of the Realtime API. */
final class RealtimeSession implements SocketSession {
    private final AtomicLong events = new AtomicLong();
    private @Nullable ClientSocket socket;

    @Override
    public void opened(ClientSocket opened) {
        socket = opened;
        send("session.created", Json.Obj.EMPTY.with("session", Json.Obj.EMPTY.with("type", "realtime")));
    }

    @Override
    public void text(String message) {
        try {
            if (JsonDecoder.decode(message) instanceof Json.Obj event && event.text("type") != null) {
                refuse("unknown_event", "there is no such event", event.text("event_id"));
                return;
            }
        } catch (JsonDecoder.NotJson e) {
            refuse("invalid_json", "an event is a JSON object: " + e.getMessage(), null);
            return;
        }
        refuse("invalid_event", "an event is a JSON object with a 'type'", null);
    }

    private void refuse(String code, String message, @Nullable String eventId) {
        Json.Obj error = Json.Obj.EMPTY
                .with("type", "invalid_request_error")
                .with("code", code)
                .with("message", message)
                .with("param", Json.Null.NULL)
                .with("event_id", eventId == null ? Json.Null.NULL : Json.of(eventId));
        send("error", Json.Obj.EMPTY.with("error", error));
    }

    private void send(String type, Json.Obj rest) {
        if (socket != null) {
            socket.send(rest.with("type", type)
                    .with("event_id", "event_" + events.incrementAndGet())
                    .text());
        }
    }

    @Override
    public void closed() {}
}
