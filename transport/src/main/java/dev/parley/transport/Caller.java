package dev.parley.transport;

import dev.parley.kernel.rune.Visibility;
import dev.parley.transport.ServerSpec.Role;
import java.util.List;

/**
 * Who asks, as the server knows them.
 *
 * @param id the same for the same key or subject, and nothing from which the key could be told
 * @param people for whom they may speak
 */
record Caller(String id, Role role, List<String> people) {
    Caller {
        people = List.copyOf(people);
    }

    /** Up to where this caller sees into a record; never chosen by a request (ruling E3). */
    Visibility ceiling() {
        return switch (role) {
            case CLIENT -> Visibility.PUBLIC;
            case OPERATOR -> Visibility.INTERNAL;
            case AUDITOR, ADMIN -> Visibility.SECRET;
        };
    }

    /** Whether the conversation of this owner may be seen. */
    boolean mayRead(String owner) {
        return role != Role.CLIENT || owner.equals(id);
    }

    /** Whether the conversation of this owner may be spoken to and changed. */
    boolean mayAct(String owner) {
        return switch (role) {
            case CLIENT -> owner.equals(id);
            case OPERATOR, ADMIN -> true;
            case AUDITOR -> false;
        };
    }

    boolean mayOpen() {
        return role != Role.AUDITOR;
    }

    boolean mayMeasure() {
        return role == Role.OPERATOR || role == Role.ADMIN;
    }

    /** Who speaks where a request names nobody: the only person of the key, or a voice without a name. */
    String speaker() {
        return people.size() == 1 ? people.getFirst() : "";
    }

    /** Who speaks: the person that a request names, if the key is theirs. */
    String speaker(String named) {
        if (named.isEmpty()) {
            return speaker();
        }
        if (!people.contains(named)) {
            throw Problem.forbidden("this key does not speak for '" + named + "'");
        }
        return named;
    }
}
