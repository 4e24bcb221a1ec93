package dev.parley.agent.packet;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads one line: JSON first, then the schema, then what the rules need of it. */
public final class PacketReader {
    private static final Set<String> EVENTS = Set.of("user_input", "episode_close");
    private static final Set<String> TYPES = Set.copyOf(PacketSchemas.PACKET_TYPES);

    private final PacketSchemas schemas;
    private final ObjectReader json;

    public PacketReader(PacketSchemas schemas) {
        this.schemas = schemas;
        this.json = JsonMapper.builder(JsonFactory.builder()
                        .recyclerPool(JsonRecyclerPools.threadLocalPool())
                        .build())
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build()
                .reader();
    }

    public Reading read(byte[] buffer, int offset, int length) {
        if (!isPlainUtf8(buffer, offset, length)) {
            return new Reading.NotJson("The line is not UTF-8 text.");
        }
        JsonNode tree;
        try {
            tree = json.readTree(buffer, offset, length);
        } catch (JacksonException e) {
            return new Reading.NotJson(reason(e));
        } catch (NumberFormatException e) {
            return new Reading.NotJson("A number is beyond all bounds.");
        }
        if (tree.isMissingNode()) {
            return new Reading.NotJson("The line is blank.");
        }
        if (!tree.isObject()) {
            return new Reading.Unfit(null, null, false, List.of("/: not an object"));
        }
        return tree.has("event") ? event(tree) : packet(tree);
    }

    private Reading event(JsonNode tree) {
        List<String> misfits = schemas.misfits(PacketSchemas.EVENT, tree);
        if (misfits.isEmpty()) {
            return new Reading.Fit(PacketDecoder.event(tree), List.of());
        }
        String name = textOrNull(tree, "event");
        boolean known = name != null && EVENTS.contains(name);
        return new Reading.Unfit(null, textOrNull(tree, "correlation_id"), known, misfits);
    }

    private Reading packet(JsonNode tree) {
        JsonNode header = tree.path("header");
        String type = textOrNull(header, "packet_type");
        boolean known = type != null && TYPES.contains(type);
        String schema = type != null && known ? type : PacketSchemas.ANY_PACKET;
        List<String> misfits = schemas.misfits(schema, tree);
        if (!misfits.isEmpty()) {
            return new Reading.Unfit(
                    textOrNull(header, "packet_id"), textOrNull(header, "correlation_id"), false, misfits);
        }
        return new Reading.Fit(PacketDecoder.packet(schema, tree), OpenWords.warnings(tree.path("mcp")));
    }

    private static @Nullable String textOrNull(JsonNode object, String field) {
        JsonNode value = object.get(field);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    /**
     * The parser would guess at other encodings from a zero byte and let malformed sequences pass, so both are refused
     * before it looks. No JSON text contains a zero byte.
     */
    private static boolean isPlainUtf8(byte[] buffer, int offset, int length) {
        boolean ascii = true;
        for (int i = offset; i < offset + length; i++) {
            if (buffer[i] == 0) {
                return false;
            }
            ascii &= buffer[i] > 0;
        }
        return ascii || isUtf8(buffer, offset, length);
    }

    private static boolean isUtf8(byte[] buffer, int offset, int length) {
        try {
            var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buffer, offset, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static String reason(JacksonException e) {
        // The parser itself knows no duplicate keys; only the tree reader, one layer above it, objects to them.
        String message = e instanceof DatabindException
                ? "A key stands twice in one object."
                : e.getOriginalMessage().lines().findFirst().orElse("not JSON");
        int column = e.getLocation() == null ? -1 : e.getLocation().getColumnNr();
        return column < 0 ? message : message + " (column " + column + ")";
    }
}
