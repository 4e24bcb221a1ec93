package dev.parley.kernel.event;

import dev.parley.kernel.event.FieldCodec.Misfit;
import dev.parley.kernel.json.Json;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The fields of a record and the object that they are written as. Both directions are derived from the record alone. */
final class RecordShape {
    private static final MethodType READS = MethodType.methodType(Object.class, Object.class);
    private static final MethodType MAKES = MethodType.methodType(Object.class, Object[].class);

    private final Class<? extends Record> type;
    private final List<Component> components;
    private final MethodHandle constructor;

    /** A component; one that is inline has no name of its own. */
    private record Component(
            String name,
            boolean isInline,
            boolean isOptional,
            @Nullable String about,
            FieldCodec codec,
            MethodHandle accessor) {}

    private RecordShape(Class<? extends Record> type, List<Component> components, MethodHandle constructor) {
        this.type = type;
        this.components = components;
        this.constructor = constructor;
    }

    static RecordShape of(Class<? extends Record> type) {
        RecordComponent[] declared = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            List<Component> components = new ArrayList<>();
            for (RecordComponent each : declared) {
                components.add(component(each, lookup));
            }
            MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(MAKES);
            return new RecordShape(type, List.copyOf(components), constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " is not readable in its own module.", e);
        }
    }

    private static Component component(RecordComponent each, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        About about = each.getAnnotation(About.class);
        String name = persisted(each.getName());
        String whose = about != null ? about.value() : name.startsWith(Personal.PREFIX) ? Personal.ASKER : null;
        return new Component(
                name,
                each.isAnnotationPresent(Inline.class),
                each.getAnnotatedType().isAnnotationPresent(Nullable.class),
                whose,
                FieldCodec.of(each.getGenericType()),
                lookup.unreflect(each.getAccessor()).asType(READS));
    }

    /** {@code audioMs} is persisted as {@code audio_ms}. */
    private static String persisted(String component) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < component.length(); i++) {
            char letter = component.charAt(i);
            if (Character.isUpperCase(letter)) {
                name.append('_');
            }
            name.append(Character.toLowerCase(letter));
        }
        return name.toString();
    }

    Json.Obj write(Record value) {
        Map<String, Json> fields = new LinkedHashMap<>();
        write(value, fields);
        return new Json.Obj(fields);
    }

    /** Adds the fields of this record. */
    void write(Record value, Map<String, Json> fields) {
        for (Component each : components) {
            Object field = get(each, value);
            if (field == null) {
                if (!each.isOptional()) {
                    throw new IllegalArgumentException(type.getSimpleName() + " needs " + each.name() + ".");
                }
            } else if (!each.isInline()) {
                fields.put(each.name(), each.codec().write(field));
            } else if (each.codec() instanceof FieldCodec.Parts(RecordShape inner)) {
                inner.write((Record) field, fields);
            } else {
                ((Json.Obj) field).fields().forEach(fields::putIfAbsent);
            }
        }
    }

    private static @Nullable Object get(Component of, Record value) {
        try {
            return (Object) of.accessor().invokeExact((Object) value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The record of these fields. Fields that it does not know are passed over. */
    Record read(Json.Obj object) throws Misfit {
        @Nullable Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            Component each = components.get(i);
            if (each.isInline()) {
                values[i] = each.codec().read(object);
            } else {
                Json field = object.get(each.name());
                values[i] = field != null
                        ? each.codec().read(field)
                        : each.isOptional() ? null : each.codec().absent();
            }
        }
        try {
            return (Record) (Object) constructor.invokeExact(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The fields as they are persisted, those of inline records among them. */
    List<EventField> fields() {
        List<EventField> fields = new ArrayList<>();
        for (Component each : components) {
            if (each.isInline() && each.codec() instanceof FieldCodec.Parts(RecordShape inner)) {
                fields.addAll(inner.fields());
            } else {
                String name = each.isInline() ? "*" : each.name();
                boolean isFree = each.codec() instanceof FieldCodec.Free;
                fields.add(new EventField(
                        name, each.isOptional(), each.about(), each.codec().named(), isFree));
            }
        }
        return List.copyOf(fields);
    }

    /** Whose each field is that says something about a person. */
    Map<String, String> whose() {
        Map<String, String> whose = new HashMap<>();
        fields().forEach(field -> {
            if (field.about() != null) {
                whose.put(field.name(), field.about());
            }
        });
        return Map.copyOf(whose);
    }

    Json.Obj schema() {
        Map<String, Json> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        describe(properties, required::add);
        Json.Obj schema = Json.Obj.EMPTY.with("type", "object").with("properties", new Json.Obj(properties));
        return required.isEmpty() ? schema : schema.with("required", Json.texts(required));
    }

    void describe(Map<String, Json> properties, Consumer<String> required) {
        for (Component each : components) {
            if (!each.isInline()) {
                properties.put(each.name(), each.codec().schema());
                if (!each.isOptional()) {
                    required.accept(each.name());
                }
            } else if (each.codec() instanceof FieldCodec.Parts(RecordShape inner)) {
                inner.describe(properties, required);
            }
        }
    }
}
