package dev.parley.session.people;

import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Somebody the house knows.
 *
 * @param confirmed whether their identity is confirmed from the start
 * @param facts what their profile holds beside the birthdate, by field
 * @param memories what they once told the house in passing
 */
public record Resident(
        String id,
        String role,
        @Nullable LocalDate birthdate,
        boolean confirmed,
        Map<String, String> facts,
        List<String> memories) {

    public Resident {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        memories = List.copyOf(memories);
    }

    public Resident(String id, String role, @Nullable LocalDate birthdate, boolean confirmed) {
        this(id, role, birthdate, confirmed, Map.of(), List.of());
    }

    public Resident confirmed(boolean now) {
        return new Resident(id, role, birthdate, now, facts, memories);
    }
}
