package dev.parley;

import dev.parley.kernel.json.Json;
import dev.parley.session.SessionHost;
import java.util.HashSet;
import java.util.List;
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
    private static final String SPEAKER = "speaker";
    private static final String PEOPLE = "people";

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

    /** The client whose conversation it is, by its key or token; empty where there is none. */
    String owner() {
        return owner(about);
    }

    private static String owner(Json.Obj told) {
        String owner = told.text(SessionHost.OWNER);
        return owner == null ? "" : owner;
    }

    /** What the first event of a conversation says, so that another process can go on with it or end it. */
    Json.Obj told(String conversation) {
        return about.with("name", conversation)
                .with(SPEAKER, speaker)
                .with(PEOPLE, Json.texts(confirmed.stream().sorted().toList()));
    }

    /** Who was in a conversation, and whose it is, as its first event says. */
    public static Visit recorded(Json.Obj first) {
        Set<String> people = new HashSet<>();
        if (first.get(PEOPLE) instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> people.add(item instanceof Json.Str(String name) ? name : ""));
        }
        String speaker = first.text(SPEAKER);
        String owner = owner(first);
        Json.Obj about = owner.isEmpty() ? Json.Obj.EMPTY : Json.Obj.EMPTY.with(SessionHost.OWNER, owner);
        return new Visit(speaker == null ? "" : speaker, people, about);
    }
}
