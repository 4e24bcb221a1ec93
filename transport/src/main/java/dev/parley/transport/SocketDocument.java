package dev.parley.transport;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.EventType;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The description of the sockets in the form of AsyncAPI. The messages are written by hand; the payload of every kind of event in
 * them is described by the catalogue of events.
 */
final class SocketDocument {
    static final byte[] BYTES = made().text().getBytes(StandardCharsets.UTF_8);

    private SocketDocument() {}

    private static Json.Obj made() {
        Json.Obj document = written();
        Json.Obj components = part(document, "components");
        Json.Obj schemas = part(components, "schemas");
        List<Json> ofKinds = new ArrayList<>();
        for (EventType type : EventCatalogue.types()) {
            String name = "event." + type.kind();
            schemas = schemas.with(name, type.schema());
            ofKinds.add(ifOfKind(type.kind(), "#/components/schemas/" + name));
        }
        Json.Obj messages = part(components, "messages");
        Json.Obj event = part(messages, "event");
        Json.Obj payload = part(event, "payload");
        Json.Obj properties = part(payload, "properties");
        Json.Obj rune = part(properties, "rune").with("allOf", new Json.Arr(ofKinds));
        properties = properties.with("rune", rune);
        messages = messages.with("event", event.with("payload", payload.with("properties", properties)));
        return document.with("components", components.with("schemas", schemas).with("messages", messages));
    }

    /** Kinds that are not described are allowed: later versions add some. */
    private static Json.Obj ifOfKind(String kind, String schema) {
        Json.Obj ofKind = Json.Obj.EMPTY.with("kind", Json.Obj.EMPTY.with("const", kind));
        Json.Obj described = Json.Obj.EMPTY.with("payload", Json.Obj.EMPTY.with("$ref", schema));
        return Json.Obj.EMPTY
                .with("if", Json.Obj.EMPTY.with("properties", ofKind))
                .with("then", Json.Obj.EMPTY.with("properties", described));
    }

    private static Json.Obj part(Json.Obj of, String name) {
        return (Json.Obj) Objects.requireNonNull(of.get(name), name);
    }

    private static Json.Obj written() {
        try (InputStream in = Objects.requireNonNull(Server.class.getResourceAsStream("asyncapi.json"))) {
            return (Json.Obj) JsonDecoder.decode(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException(e);
        }
    }
}
