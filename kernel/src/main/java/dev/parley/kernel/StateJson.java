package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The states of rooms as JSON and back. States are records of records, so one rule serves all of them: a record is an object
 * that names its type and each of its components. What this program cannot read exactly, a type that is gone or has other
 * components now, is an {@link IllegalArgumentException}, and never a state that is nearly the same.
 */
public final class StateJson {
    private static final String TYPE = "type";
    private static final String NAME = "name";
    private static final String HERE = StateJson.class.getPackageName() + ".";

    private StateJson() {}

    public static Json write(@Nullable Object value) {
        return switch (value) {
            case null -> Json.Null.NULL;
            case Json json -> json;
            case String text -> Json.of(text);
            case Boolean flag -> Json.of(flag);
            case Integer number -> Json.of(number);
            case Long number -> Json.of(number);
            case Hash hash -> Json.of(hash.hex());
            case BigDecimal number -> Json.of(number.toString());
            case Instant moment -> Json.of(moment.toString());
            case OffsetDateTime moment -> Json.of(moment.toString());
            case LocalDate day -> Json.of(day.toString());
            case Duration time -> Json.of(time.toString());
            case Enum<?> constant -> typed(constant.getDeclaringClass()).with(NAME, constant.name());
            case Collection<?> many ->
                Json.of(many.stream().map(StateJson::write).toList());
            case Map<?, ?> map ->
                Json.of(map.entrySet().stream()
                        .map(entry -> Json.of(List.of(write(entry.getKey()), write(entry.getValue()))))
                        .toList());
            case Record state -> components(state);
            default ->
                throw new IllegalArgumentException("A " + value.getClass().getName() + " is no kept state.");
        };
    }

    private static Json.Obj typed(Class<?> type) {
        if (!type.getName().startsWith(HERE)) {
            throw new IllegalArgumentException("A " + type.getName() + " is no state of a room.");
        }
        return Json.Obj.EMPTY.with(TYPE, type.getName().substring(HERE.length()));
    }

    private static Json components(Record state) {
        Map<String, Json> fields = new LinkedHashMap<>(typed(state.getClass()).fields());
        try {
            for (RecordComponent component : state.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                fields.put(
                        "." + component.getName(), write(component.getAccessor().invoke(state)));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("A " + state.getClass().getName() + " cannot be read.", e);
        }
        return new Json.Obj(fields);
    }

    static long number(Json.Obj object, String key) {
        BigDecimal found = object.number(key);
        if (found == null) {
            throw new IllegalArgumentException("No number " + key + " in what is kept.");
        }
        return found.longValueExact();
    }

    public static <T> T read(Json json, Class<T> type) {
        Object read = value(json, type);
        if (read == null) {
            throw new IllegalArgumentException("Nothing is kept where a " + type.getName() + " was.");
        }
        return type.cast(read);
    }

    private static @Nullable Object value(Json json, Type type) {
        Class<?> raw = raw(type);
        if (json instanceof Json.Null && !Json.class.isAssignableFrom(raw)) {
            return null;
        }
        if (Json.class.isAssignableFrom(raw)) {
            return raw.isInstance(json) ? json : refused(json, raw);
        }
        return switch (json) {
            case Json.Bool(boolean flag) when raw == boolean.class || raw == Boolean.class -> flag;
            case Json.Num(BigDecimal number) when raw == int.class || raw == Integer.class -> number.intValueExact();
            case Json.Num(BigDecimal number) when raw == long.class || raw == Long.class -> number.longValueExact();
            case Json.Str(String text) -> scalar(text, raw);
            case Json.Arr(List<Json> items) when Map.class.isAssignableFrom(raw) -> map(items, raw, type);
            case Json.Arr(List<Json> items) -> collection(items, raw, type);
            case Json.Obj object -> typed(object, raw);
            default -> refused(json, raw);
        };
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> raw(generic.getRawType());
            default -> throw new IllegalArgumentException("A " + type + " is no kept state.");
        };
    }

    private static Object refused(Json json, Class<?> wanted) {
        throw new IllegalArgumentException("Not a " + wanted.getName() + ": " + json.canonical());
    }

    private static Object scalar(String text, Class<?> raw) {
        if (raw == String.class || raw == Object.class) {
            return text;
        }
        if (raw == Hash.class) {
            return Hash.ofHex(text);
        }
        if (raw == BigDecimal.class) {
            return new BigDecimal(text);
        }
        if (raw == Instant.class) {
            return Instant.parse(text);
        }
        if (raw == OffsetDateTime.class) {
            return OffsetDateTime.parse(text);
        }
        if (raw == LocalDate.class) {
            return LocalDate.parse(text);
        }
        return raw == Duration.class ? Duration.parse(text) : refused(Json.of(text), raw);
    }

    private static Type argument(Type type, int at) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[at] : Object.class;
    }

    private static Object map(List<Json> items, Class<?> raw, Type type) {
        Map<@Nullable Object, @Nullable Object> map =
                SortedMap.class.isAssignableFrom(raw) ? new TreeMap<>() : new LinkedHashMap<>();
        for (Json item : items) {
            if (!(item instanceof Json.Arr(List<Json> pair)) || pair.size() != 2) {
                return refused(item, raw);
            }
            map.put(value(pair.getFirst(), argument(type, 0)), value(pair.getLast(), argument(type, 1)));
        }
        return map;
    }

    private static Object collection(List<Json> items, Class<?> raw, Type type) {
        Collection<@Nullable Object> into = SortedSet.class.isAssignableFrom(raw)
                ? new TreeSet<>()
                : Set.class.isAssignableFrom(raw) ? new LinkedHashSet<>() : new ArrayList<>();
        for (Json item : items) {
            into.add(value(item, argument(type, 0)));
        }
        return raw.isInstance(into) ? into : refused(Json.of(items), raw);
    }

    private static Object typed(Json.Obj object, Class<?> wanted) {
        try {
            Class<?> type = Class.forName(HERE + object.text(TYPE), false, StateJson.class.getClassLoader());
            boolean fits = wanted.isAssignableFrom(type);
            if (fits && type.isEnum()) {
                return constant(type, String.valueOf(object.text(NAME)));
            }
            return fits && type.isRecord() ? record(object, type) : refused(object, wanted);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("No state of this program: " + object.text(TYPE), e);
        }
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        return refused(Json.of(name), type);
    }

    private static Object record(Json.Obj object, Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        if (object.fields().size() != components.length + 1) {
            return refused(object, type);
        }
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            Json kept = object.get("." + components[i].getName());
            if (kept == null) {
                return refused(object, type);
            }
            values[i] = value(kept, components[i].getGenericType());
        }
        Constructor<?> constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }
}
