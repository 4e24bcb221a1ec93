package dev.parley;

import dev.parley.kernel.json.Json;
import java.util.Set;

/**
 * Who is in a conversation, as the program that opens it knows.
 *
 * @param speaker who speaks where nobody is named; empty for a voice without a name
 * @param confirmed the people whose identity is confirmed from the start
 * @param about what the first event of the record says beside this
 */
public record Visit(String speaker, Set<String> confirmed, Json.Obj about) {
    private static final String STRANGER = "guest";

    public Visit {
        confirmed = Set.copyOf(confirmed);
    }

    /** Somebody whom the program has recognised. */
    public static Visit of(String person) {
        return new Visit(person, Set.of(person), Json.Obj.EMPTY);
    }

    /** Who speaks where nobody is named, if the program has recognised them; empty if not. */
    String recognised() {
        return confirmed.contains(speaker) ? speaker : "";
    }

    /** Somebody whom nobody knows. */
    public static Visit ofStranger() {
        return new Visit(STRANGER, Set.of(), Json.Obj.EMPTY);
    }
}
