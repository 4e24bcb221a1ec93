package dev.parley.pipeline.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The fields of one place in the document. */
public final class YamlMap {
    private final YamlValue place;
    private final Map<String, YamlValue> fields;
    private final Map<String, YamlValue> names;

    /** @param names for each field the place of its name, which may be lines above its value */
    YamlMap(YamlValue place, Map<String, YamlValue> fields, Map<String, YamlValue> names) {
        this.place = place;
        this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        this.names = Map.copyOf(names);
    }

    /** Where the fields stand. */
    public YamlValue place() {
        return place;
    }

    public Map<String, YamlValue> fields() {
        return fields;
    }

    /** Refuses every field that is not one of these. */
    public YamlMap only(List<String> known) {
        fields.forEach((name, value) -> {
            if (!known.contains(name)) {
                throw names.getOrDefault(name, value)
                        .bad("there is no field '" + name + "' here; known are " + String.join(", ", known));
            }
        });
        return this;
    }

    public YamlValue required(String name) {
        YamlValue value = fields.get(name);
        if (value == null) {
            throw place.bad("the field '" + name + "' is missing");
        }
        return value;
    }

    public Optional<YamlValue> optional(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    public <T> T optional(String name, T absent, Function<YamlValue, T> read) {
        YamlValue value = fields.get(name);
        return value == null ? absent : read.apply(value);
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** A mistake at this place. */
    public BadYaml bad(String reason) {
        return place.bad(reason);
    }
}
