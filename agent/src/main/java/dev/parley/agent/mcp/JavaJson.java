package dev.parley.agent.mcp;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between kernel values and the maps and lists that the protocol library speaks. */
final class JavaJson {
    private static final int REPLACEMENT = 0xFFFD;

    private JavaJson() {}

    static Json.Obj object(@Nullable Map<String, Object> fields) {
        Map<String, Json> read = new LinkedHashMap<>();
        if (fields != null) {
            fields.forEach((key, value) -> read.put(wellFormed(key), value(value)));
        }
        return new Json.Obj(read);
    }

    static Json value(@Nullable Object value) {
        return switch (value) {
            case null -> Json.Null.NULL;
            case String text -> Json.of(wellFormed(text));
            case Boolean flag -> Json.of(flag);
            case Number number -> new Json.Num(new BigDecimal(number.toString()));
            case List<?> items -> {
                List<Json> read = new ArrayList<>();
                items.forEach(item -> read.add(value(item)));
                yield Json.of(read);
            }
            case Map<?, ?> fields -> {
                Map<String, Json> read = new LinkedHashMap<>();
                fields.forEach((key, field) -> read.put(wellFormed(String.valueOf(key)), value(field)));
                yield new Json.Obj(read);
            }
            default -> Json.of(value.toString());
        };
    }

    /** Half a surrogate pair is recorded as U+FFFD; it has to be the same value before and after. */
    private static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return text.codePoints()
                        .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            }
        }
        return text;
    }

    /** What leaves is what was shown: every field, a null too, and numbers as canonical form writes them (ruling E11). */
    static Map<String, @Nullable Object> map(Json.Obj object) {
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        object.fields().forEach((key, value) -> {
            written.put(key, plain(value));
        });
        return written;
    }

    private static @Nullable Object plain(Json value) {
        return switch (value) {
            case Json.Null _ -> null;
            case Json.Bool(boolean flag) -> flag;
            case Json.Num number -> new BigDecimal(number.canonical());
            case Json.Str(String text) -> text;
            case Json.Arr(List<Json> items) -> {
                List<@Nullable Object> written = new ArrayList<>();
                items.forEach(item -> written.add(plain(item)));
                yield written;
            }
            case Json.Obj object -> map(object);
        };
    }
}
