package dev.parley.agent.json;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON text. Duplicate keys, trailing text and anything beyond RFC 8259 are refused. */
public final class JsonDecoder {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonDecoder() {}

    /** What was wrong with a text, where, in one sentence. */
    public static final class NotJson extends Exception {
        private final String inFile;

        NotJson(String what) {
            this(what, null);
        }

        NotJson(String what, @Nullable TokenStreamLocation at) {
            super(at == null ? what : what + " (column " + at.getColumnNr() + ")");
            this.inFile = at == null ? what : what + " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        }

        /** The same sentence for a text of many lines: it names the line too. */
        public String inFile() {
            return inFile;
        }
    }

    public static Json decode(String text) throws NotJson {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new NotJson("nothing to read");
            }
            Json value = value(parser);
            if (parser.nextToken() != null) {
                throw new NotJson("text after the value", parser.currentTokenLocation());
            }
            return value;
        } catch (JacksonException e) {
            throw new NotJson(e.getOriginalMessage().lines().findFirst().orElse("not JSON"), e.getLocation());
        }
    }

    private static Json value(JsonParser parser) throws NotJson {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> Json.of(wellFormed(parser.getString()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> Json.Bool.TRUE;
            case VALUE_FALSE -> Json.Bool.FALSE;
            case VALUE_NULL -> Json.Null.NULL;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new NotJson("unexpected " + token, parser.currentTokenLocation());
        };
    }

    /** A number whose exponent no decimal can hold is refused like any other bad text. */
    private static Json number(JsonParser parser) throws NotJson {
        try {
            return new Json.Num(parser.getDecimalValue());
        } catch (NumberFormatException e) {
            throw new NotJson("a number beyond all bounds", parser.currentTokenLocation());
        }
    }

    /** Half a surrogate pair has no form in UTF-8, so it could be neither recorded nor shown. */
    private static String wellFormed(String text) throws NotJson {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new NotJson("a text with half a surrogate pair");
            }
        }
        return text;
    }

    private static Json object(JsonParser parser) throws NotJson {
        Map<String, Json> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = wellFormed(parser.currentName());
            parser.nextToken();
            fields.put(key, value(parser));
        }
        return new Json.Obj(fields);
    }

    private static Json array(JsonParser parser) throws NotJson {
        List<Json> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return new Json.Arr(items);
    }
}
