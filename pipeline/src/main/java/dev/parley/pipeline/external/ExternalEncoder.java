package dev.parley.pipeline.external;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;

/** The lines that are sent to a foreign process, and payloads in both directions. */
final class ExternalEncoder {
    private ExternalEncoder() {}

    static String hello(String node, long epoch) {
        return line(Json.Obj.EMPTY
                .with("op", "hello")
                .with("protocol", 1)
                .with("node", node)
                .with("epoch", epoch));
    }

    static String cancel() {
        return line(Json.Obj.EMPTY.with("op", "cancel"));
    }

    static String bargeIn() {
        return line(Json.Obj.EMPTY.with("op", "barge_in"));
    }

    /** Every event carries what is needed to find it again in the record. */
    static String event(long id, PipelineEvent event) {
        Json.Obj message = Json.Obj.EMPTY
                .with("op", "event")
                .with("id", id)
                .with("type", event.type())
                .with("sequence", event.sequence())
                .with("media_us", event.mediaMicros())
                .with("epoch", event.epoch());
        return line(
                switch (event.payload()) {
                    case Payload.Text text -> message.with("text", text.text());
                    case Payload.Structured structured -> message.with("value", structured.value());
                    case Payload other ->
                        throw new IllegalArgumentException(
                                "a foreign process takes text and structured events, not " + other);
                });
    }

    static Payload payload(Json.Obj message) {
        String text = message.text("text");
        if (text != null) {
            return new Payload.Text(text);
        }
        return new Payload.Structured(message.get("value") instanceof Json.Obj value ? value : Json.Obj.EMPTY);
    }

    private static String line(Json.Obj message) {
        return message.canonical();
    }
}
