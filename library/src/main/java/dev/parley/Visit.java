package dev.parley;

import dev.parley.kernel.event.ConversationEvents.SessionCreated;
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

    /** The first event of a conversation. By it another process can resume the conversation or end it. */
    SessionCreated told(String conversation) {
        List<String> people = confirmed.stream().sorted().toList();
        return new SessionCreated(conversation, speaker, people, null, null, null, null, null, null, null, about);
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
