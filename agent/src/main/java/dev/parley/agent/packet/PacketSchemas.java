package dev.parley.agent.packet;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.path.PathType;
import dev.parley.kernel.episode.Timestamps;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON Schemas (2020-12) of the packets. The schema validator is the authority; the compiled shapes only spare it the
 * packets that certainly fit.
 */
public final class PacketSchemas {
    private static final String URN = "urn:parley:schema:episode:";

    /** The names of all packet types. */
    public static final List<String> PACKET_TYPES = List.of(
            "ObservationPacket",
            "BeliefUpdatePacket",
            "DecisionPacket",
            "VerificationPlanPacket",
            "ToolAuthorizationToken",
            "TaskDirectivePacket",
            "TaskResultPacket",
            "EscalationPacket",
            "IntegrityAlertPacket");

    static final String ANY_PACKET = "packet";
    static final String EVENT = "event";

    /** The validator cannot compare whole numbers that are written as decimals beyond a long, such as 1e30. */
    static final String GAVE_UP = "/: a number is far out of range";

    private final Map<String, Schema> schemas = new HashMap<>();
    private final Map<String, Shape> shapes = new HashMap<>();

    public PacketSchemas() {
        Map<String, String> texts = new HashMap<>();
        Map<String, JsonNode> trees = new HashMap<>();
        JsonMapper mapper = JsonMapper.shared();
        for (String name : names()) {
            String text = text(name);
            texts.put(URN + name, text);
            trees.put(URN + name, mapper.readTree(text));
        }
        SchemaRegistry registry = registry(texts);
        ShapeCompiler compiler = new ShapeCompiler(trees);
        for (String name : names()) {
            schemas.put(name, registry.getSchema(SchemaLocation.of(URN + name)));
            shapes.put(name, compiler.compile(Objects.requireNonNull(trees.get(URN + name))));
        }
    }

    /** Every schema by name: the packet types, and what they are made of. */
    public static List<String> names() {
        List<String> names = new java.util.ArrayList<>(List.of("header", "mcp", ANY_PACKET, EVENT));
        names.addAll(PACKET_TYPES);
        return names;
    }

    /** The published text of one schema. */
    public static String text(String name) {
        try (InputStream in = PacketSchemas.class.getResourceAsStream("schema/" + name + ".json")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why this value does not fit the schema of that name; empty where it fits. */
    List<String> misfits(String name, JsonNode value) {
        Shape shape = shapes.get(name);
        return shape != null && shape.fits(value) ? List.of() : validate(name, value);
    }

    boolean surelyFits(String name, JsonNode value) {
        Shape shape = shapes.get(name);
        return shape != null && shape.fits(value);
    }

    /** The answer of the schema validator alone. */
    List<String> validate(String name, JsonNode value) {
        Schema schema = Objects.requireNonNull(schemas.get(name), name);
        try {
            return schema.validate(value).stream().map(PacketSchemas::sentence).toList();
        } catch (JsonNodeException e) {
            return List.of(GAVE_UP);
        }
    }

    private static String sentence(Error error) {
        String where = error.getInstanceLocation().toString();
        return (where.isEmpty() ? "/" : where) + ": " + error.getMessage();
    }

    private static SchemaRegistry registry(Map<String, String> texts) {
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .format(new DateTime())
                .build();
        // Messages are part of the output, so they may not follow the locale of the machine.
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .formatAssertionsEnabled(true)
                .locale(Locale.ENGLISH)
                .pathType(PathType.JSON_POINTER)
                .build();
        return SchemaRegistry.withDefaultDialect(
                dialect, builder -> builder.schemas(texts).schemaRegistryConfig(config));
    }

    private static final class DateTime implements Format {
        @Override
        public String getName() {
            return "date-time";
        }

        @Override
        public boolean matches(ExecutionContext context, String value) {
            return Timestamps.parse(value) != null;
        }
    }
}
