package dev.parley.pipeline.external;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads one message of a foreign program; anything that is not one JSON object is nothing. */
public final class LineDecoder {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxNumberLength(64)
                    .build())
            .build();

    private LineDecoder() {}

    public static Optional<Json.Obj> decode(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            Json.Obj object = object(parser);
            return parser.nextToken() == null ? Optional.of(object) : Optional.empty();
        } catch (JacksonException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Json.Obj object(JsonParser parser) {
        Map<String, Json> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return new Json.Obj(fields);
    }

    private static Json value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_TRUE -> Json.of(true);
            case VALUE_FALSE -> Json.of(false);
            case VALUE_NULL -> Json.Null.NULL;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(new BigDecimal(parser.getString()));
            default -> Json.of(parser.getString());
        };
    }

    private static Json array(JsonParser parser) {
        List<Json> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return Json.of(items);
    }
}
