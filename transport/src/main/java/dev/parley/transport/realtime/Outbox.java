package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.SoundMeter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Events to one client, each with an id of its own. */
final class Outbox {
    private final ClientSocket socket;
    private final String prefix;
    private final KeptJson kept;
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong names = new AtomicLong();

    /** @param prefix makes ids differ from those of other sessions */
    Outbox(ClientSocket socket, String prefix) {
        this.socket = socket;
        this.kept = new KeptJson(socket.share());
        this.prefix = prefix;
    }

    /** What is kept for this client. */
    KeptJson kept() {
        return kept;
    }

    void send(String type, Json.Obj body) {
        socket.send(text(type, body));
    }

    /** Sends events that are a frame of speech. */
    void sound(SoundMeter.Room room, List<String> events) {
        socket.sound(room, () -> events);
    }

    /** Sends events that belong to the speech before them. */
    void afterSound(List<String> events) {
        socket.afterSound(() -> events);
    }

    /** The text of an event. */
    String text(String type, Json.Obj body) {
        Json.Obj event =
                Json.Obj.EMPTY.with("type", type).with("event_id", "event_" + prefix + events.incrementAndGet());
        StringBuilder text = new StringBuilder(event.text());
        if (!body.fields().isEmpty()) {
            text.setLength(text.length() - 1);
            text.append(',').append(body.text(), 1, body.text().length());
        }
        return text.toString();
    }

    void refuse(BadEvent why, @Nullable String eventId) {
        send("error", Json.Obj.EMPTY.with("error", why.json(eventId)));
    }

    /** An id that nothing else in this process has. */
    String newId(String kind) {
        return kind + "_" + prefix + names.incrementAndGet();
    }
}
