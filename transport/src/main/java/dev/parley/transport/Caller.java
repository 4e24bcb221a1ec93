package dev.parley.transport;

import dev.parley.kernel.event.Confided;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.event.SessionEvent;
import dev.parley.transport.ServerSpec.Role;
import java.util.List;
import java.util.Locale;

/**
 * Who asks, as the server knows them.
 *
 * @param id the same for the same key or subject, and nothing from which the key could be told
 * @param people for whom they may speak
 * @param scope the only conversation that there is for them, whoever began it; empty for no such limit
 * @param expiresAtMs from when on what they have shown counts for nothing, by the wall clock; {@link Long#MAX_VALUE} for a key
 */
record Caller(String id, Role role, List<String> people, String scope, long expiresAtMs) {
    Caller {
        people = List.copyOf(people);
    }

    /** One who is not limited to a conversation, nor to a time. */
    Caller(String id, Role role, List<String> people) {
        this(id, role, people, "", Long.MAX_VALUE);
    }

    /** How long what they have shown still counts; nothing or less once it does not. */
    long leftMs(TimeSource clock) {
        return expiresAtMs == Long.MAX_VALUE ? Long.MAX_VALUE : expiresAtMs - clock.wallMillis();
    }

    boolean isScoped() {
        return !scope.isEmpty();
    }

    /** Whether this conversation is there for the caller at all. */
    boolean reaches(String conversation) {
        return !isScoped() || scope.equals(conversation);
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
        return role != Role.AUDITOR && !isScoped();
    }

    /** Whether this caller looks after conversations that others hold. */
    boolean runsTheHouse() {
        return role != Role.CLIENT;
    }

    /** Whether decisions are explained to this caller. */
    boolean mayAskWhy() {
        return runsTheHouse();
    }

    /** Whether this caller may lift a halt, and say what only those say who run the house. */
    boolean mayGovern() {
        return role == Role.OPERATOR || role == Role.ADMIN;
    }

    /** Whether a whole record may be taken away. */
    boolean mayExport() {
        return role == Role.AUDITOR || role == Role.ADMIN;
    }

    boolean mayMeasure() {
        return role == Role.OPERATOR || role == Role.ADMIN;
    }

    /** Who speaks where a request names nobody: the only person of the key, or a voice without a name. */
    String speaker() {
        return people.size() == 1 ? people.getFirst() : "";
    }

    /** Under whose name an act of this caller is recorded. */
    String actor() {
        return role == Role.CLIENT ? speaker() : role.name().toLowerCase(Locale.ROOT);
    }

    /** The answer to a question about a call: of one of the key's people, or of whoever runs the house in their own name. */
    SessionEvent answer(String call, boolean yes, String named) {
        return answersAsOperator(named)
                ? new SessionEvent.OperatorAnswered(call, yes, role.name().toLowerCase(Locale.ROOT), id)
                : new SessionEvent.ApprovalAnswered(call, yes, speaker(named));
    }

    /** Under whose name an answer is recorded. */
    String answerer(String named) {
        return answersAsOperator(named) ? Approver.OPERATOR : speaker(named);
    }

    private boolean answersAsOperator(String named) {
        return named.isEmpty() && people.isEmpty() && mayGovern();
    }

    /** Whether this caller may see the rune: by their role, or because it is confided to the only person of the key. */
    boolean sees(Rune rune) {
        return Confided.isShown(rune, ceiling(), speaker());
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
