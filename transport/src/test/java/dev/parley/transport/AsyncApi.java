package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The document at /asyncapi.json, held against what the server really says. */
final class AsyncApi {
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Json.Obj COMPONENTS = part(document(), "components");
    private static final Map<String, Schema> KNOWN = new ConcurrentHashMap<>();

    private AsyncApi() {}

    private static Json.Obj document() {
        try (InputStream in = Objects.requireNonNull(Server.class.getResourceAsStream("asyncapi.json"))) {
            return (Json.Obj) JsonDecoder.decode(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException(e);
        }
    }

    private static Json.Obj part(Json.Obj of, String name) {
        return (Json.Obj) Objects.requireNonNull(of.get(name), name);
    }

    /** An event of the Realtime protocol, which is one of those that the document describes. */
    static Json.Obj realtime(Json.Obj event) {
        Json described = part(COMPONENTS, "messages").get("realtime." + event.text("type"));
        assertNotNull(described, event.text());
        Schema schema = KNOWN.computeIfAbsent(
                String.valueOf(event.text("type")),
                _ -> SCHEMAS.getSchema(
                        part((Json.Obj) described, "payload")
                                .with("components", COMPONENTS)
                                .text(),
                        InputFormat.JSON));
        assertEquals(List.of(), schema.validate(event.text(), InputFormat.JSON), event.text());
        return event;
    }
}
