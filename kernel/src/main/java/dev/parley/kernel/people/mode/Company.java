package dev.parley.kernel.people.mode;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who is present beside the speaker.
 *
 * @param detected everyone whom the house noticed, and whether it knows who they are
 * @param announced how many arrivals are known from somebody's words only (ruling B6)
 */
public record Company(SortedMap<String, Boolean> detected, int announced) {
    /** The name of someone who was noticed and not named. */
    public static final String STRANGER = "unknown";

    public static final Company NOBODY = new Company(new TreeMap<>(), 0);

    public Company {
        detected = Collections.unmodifiableSortedMap(new TreeMap<>(detected));
    }

    public Mode mode() {
        if (detected.isEmpty() && announced == 0) {
            return Mode.PRIVATE;
        }
        return announced == 0 && !detected.containsValue(false) ? Mode.SHARED_VERIFIED : Mode.SHARED_UNVERIFIED;
    }

    /** The mode and everyone who makes it so, in one text: two companies are the same if their texts are. */
    public String printed() {
        StringBuilder text = new StringBuilder(mode().name());
        detected.forEach((person, known) -> text.append(' ').append(person).append(known ? "" : "?"));
        return announced == 0
                ? text.toString()
                : text.append(" +").append(announced).toString();
    }

    boolean has(String person) {
        return detected.containsKey(person);
    }

    public boolean isKnown(String person) {
        return detected.getOrDefault(person, false);
    }

    Company with(String person, boolean known) {
        SortedMap<String, Boolean> more = new TreeMap<>(detected);
        more.put(person, known);
        return new Company(more, announced);
    }

    Company without(String person) {
        SortedMap<String, Boolean> fewer = new TreeMap<>(detected);
        fewer.remove(person);
        return new Company(fewer, announced);
    }

    Company announced(int count) {
        return new Company(detected, count);
    }

    /** Nobody in this company counts as known any more. */
    Company doubted() {
        SortedMap<String, Boolean> all = new TreeMap<>(detected);
        all.replaceAll((person, known) -> false);
        return new Company(all, announced);
    }

    List<String> unknown() {
        return detected.entrySet().stream()
                .filter(entry -> !entry.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
