package dev.parley.kernel.people.household;

import dev.parley.kernel.json.Json;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A person's profile: what the house durably knows of them. It prints the names of its fields and never a value. */
public record Facts(Map<String, Json> values) {
    public static final Facts NONE = new Facts(Map.of());

    public Facts {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    public @Nullable Json get(String field) {
        return values.get(field);
    }

    public Set<String> fields() {
        return values.keySet();
    }

    public Facts with(String field, Json value) {
        Map<String, Json> more = new TreeMap<>(values);
        more.put(field, value);
        return new Facts(more);
    }

    /** What is left when nothing is known of these. */
    Facts without(Set<String> fields) {
        Map<String, Json> rest = new TreeMap<>(values);
        rest.keySet().removeAll(fields);
        return new Facts(rest);
    }

    @Override
    public String toString() {
        return fields().toString();
    }
}
