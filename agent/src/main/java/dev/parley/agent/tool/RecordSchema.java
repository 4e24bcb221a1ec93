package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives the JSON Schema of a record: texts, whole and decimal numbers, flags, enums, lists, maps of text keys and
 * records within records, texts limited by {@link OneOf} and numbers by {@link Between}. A component of type {@link Optional} or marked {@link Nullable} may be left out; everything
 * else is required and nothing else is accepted.
 */
final class RecordSchema {
    private RecordSchema() {}

    static Json.Obj of(Class<? extends Record> type) {
        Json.Obj properties = Json.Obj.EMPTY;
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            properties = properties.with(component.getName(), limited(schema(component.getGenericType()), component));
            if (!optional(component)) {
                required.add(component.getName());
            }
        }
        return Json.Obj.EMPTY
                .with("type", "object")
                .with("properties", properties)
                .with("required", Json.texts(required))
                .with("additionalProperties", false);
    }

    private static Json.Obj limited(Json.Obj schema, RecordComponent component) {
        OneOf texts = component.getAnnotation(OneOf.class);
        Between numbers = component.getAnnotation(Between.class);
        Json.Obj named = texts == null ? schema : schema.with("enum", Json.texts(List.of(texts.value())));
        return numbers == null ? named : named.with("minimum", numbers.min()).with("maximum", numbers.max());
    }

    private static boolean optional(RecordComponent component) {
        return component.getType() == Optional.class
                || component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static Json.Obj schema(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return generic(parameterized);
        }
        if (!(type instanceof Class<?> raw)) {
            throw unsupported(type);
        }
        if (raw == String.class) {
            return typed("string");
        }
        if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
            return typed("integer");
        }
        if (raw == double.class || raw == Double.class || raw == BigDecimal.class) {
            return typed("number");
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return typed("boolean");
        }
        if (raw.isEnum()) {
            return typed("string")
                    .with(
                            "enum",
                            Json.texts(Arrays.stream(raw.getEnumConstants())
                                    .map(constant -> ((Enum<?>) constant).name())
                                    .toList()));
        }
        if (raw.isRecord()) {
            return of(raw.asSubclass(Record.class));
        }
        throw unsupported(type);
    }

    private static Json.Obj generic(ParameterizedType type) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return typed("array").with("items", schema(arguments[0]));
        }
        if (type.getRawType() == Optional.class) {
            return schema(arguments[0]);
        }
        if (type.getRawType() == Map.class && arguments[0] == String.class) {
            return typed("object").with("additionalProperties", schema(arguments[1]));
        }
        throw unsupported(type);
    }

    private static Json.Obj typed(String name) {
        return Json.Obj.EMPTY.with("type", name);
    }

    private static IllegalArgumentException unsupported(Type type) {
        return new IllegalArgumentException("a tool's record cannot hold a " + type.getTypeName());
    }
}
