package dev.parley.session.speak;

import dev.parley.kernel.json.Json;
import java.util.List;

/**
 * The agents of a conversation and their priorities: configuration, never a request's own word (rulings A2, A16). The
 * first of them has the floor when the conversation opens.
 */
public record Roster(List<Member> members) {
    private static final int PRIORITY = 5;

    /** One agent, or a human who may take over. */
    public record Member(String id, int priority) {}

    /** A conversation with one agent. */
    public static final Roster ALONE = new Roster(List.of(new Member("agent", PRIORITY)));

    public Roster {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a conversation has at least one agent");
        }
    }

    String first() {
        return members.getFirst().id();
    }

    boolean knows(String id) {
        return members.stream().anyMatch(member -> member.id().equals(id));
    }

    int priority(String id) {
        return members.stream()
                .filter(member -> member.id().equals(id))
                .mapToInt(Member::priority)
                .findFirst()
                .orElse(PRIORITY);
    }

    Json toJson() {
        return Json.of(members.stream()
                .map(member -> (Json) Json.Obj.EMPTY.with("id", member.id()).with("priority", member.priority()))
                .toList());
    }
}
