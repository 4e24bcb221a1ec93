package dev.parley.kernel.people;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Request;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From whom an event about people may come (ruling B16). What the runtime senses comes from the runtime alone. What a
 * person says comes from that person; the runtime may pass on words that give nobody any power, and never a yes.
 */
public final class Provenance {
    /** What nobody but the runtime can know: signals, proofs, conflicts, who is there, dates, and that time is up. */
    private static final Map<String, Set<String>> SENSED = Map.of(
            "identity",
                    Set.of(
                            "voice_signal",
                            "face_signal",
                            "satellite_identity",
                            "validation_success",
                            "validation_failure",
                            "clarification_success",
                            "strong_conflict",
                            "timeout",
                            "silence_timeout"),
            "addressing", Set.of("inferred_signal", "conflicting_signal"),
            "age", Set.of("date_tick", "confidence_drop"),
            "mode", Set.of("participant_detected", "participant_left", "identity_confirmed", "identity_unknown"),
            "command", Set.of("confirmation_timeout", "execution_started"),
            "profile", Set.of("timeout"),
            "delegation", Set.of("timeout"),
            "consent", Set.of("timeout"));

    /** What only the person themself can say, because it gives them or somebody else what they did not have. */
    private static final Map<String, Set<String>> SAID = Map.of(
            "command", Set.of("confirmation_received"),
            "profile", Set.of("owner_confirmation_received"),
            "delegation", Set.of("owner_confirmation"),
            "consent", Set.of("explicit_grant"));

    /** What people say, and the runtime may report that they said. */
    private static final Map<String, Set<String>> REPORTED = Map.of(
            "identity", Set.of("explicit_identity_claim", "speaking_turn"),
            "addressing", Set.of("explicit_preference"),
            "mode", Set.of("explicit_statement"),
            "consent", Set.of("explicit_denial", "revoke"));

    /** What the unnamed user starts nothing by, where there is a household. */
    private static final Map<String, Set<String>> STARTED = Map.of(
            "command", Set.of("command_detected"),
            "profile", Set.of("profile_update_requested"));

    private Provenance() {}

    public static String id(String machine) {
        return "people." + machine + ".provenance";
    }

    public static String sentence(String machine) {
        return "What bears on " + machine + " comes from the runtime that senses it or from the person who says it.";
    }

    /** Whether an action is the words of a person rather than something that the runtime senses. */
    public static boolean isSaid(String machine, String action) {
        return SAID.getOrDefault(machine, Set.of()).contains(action)
                || REPORTED.getOrDefault(machine, Set.of()).contains(action);
    }

    /** Whether an action is a person's yes, which nobody can give for them. */
    public static boolean isYes(String machine, String action) {
        return SAID.getOrDefault(machine, Set.of()).contains(action);
    }

    /** Why this request of a machine that is driven alone comes from the wrong side, or null if it does not. */
    public static @Nullable String failure(String machine, Request request) {
        if (is(SENSED, machine, request)) {
            return Speaker.isVouchedFor(request) ? null : "only the runtime can tell";
        }
        boolean isSaid = is(SAID, machine, request);
        if (!isSaid && !is(REPORTED, machine, request)) {
            return null;
        }
        if (Speaker.isVouchedFor(request)) {
            return isSaid ? "the person says so themself, or nobody does" : null;
        }
        return spoken(request);
    }

    /**
     * The same in a household, where the target of a person's own words is that person, and where a voice without a name
     * is nobody. That someone arrived is believed from whoever has a name: it takes away and gives nothing.
     */
    public static @Nullable String inHousehold(String machine, Request request) {
        boolean isWords = is(SAID, machine, request) || is(REPORTED, machine, request) || is(STARTED, machine, request);
        if (isWords && request.actorKind() == ActorKind.USER && Speaker.voice(request) == null) {
            return "a voice without a name is nobody";
        }
        String alone = failure(machine, request);
        String statement = request.parameters().text("statement");
        if (alone != null || !is(REPORTED, machine, request) || "someone arrived".equals(statement)) {
            return alone;
        }
        if (Speaker.isVouchedFor(request)) {
            return statement == null ? null : "the person says so themself, or nobody does";
        }
        return request.target().equals(Speaker.voice(request)) ? null : "somebody else says it";
    }

    /** A person's words come from a person, who gives no other name than their own. */
    private static @Nullable String spoken(Request request) {
        if (request.actorKind() != ActorKind.USER) {
            return request.actor() + " is not a person";
        }
        String voice = Speaker.voice(request);
        if (voice == null) {
            return null;
        }
        String claimed = request.action().equals("explicit_identity_claim")
                ? request.parameters().text("person")
                : Speaker.by(request);
        return claimed == null || Speaker.isSame(claimed, voice) ? null : "it is " + voice + " who says it";
    }

    private static boolean is(Map<String, Set<String>> kind, String machine, Request request) {
        return kind.getOrDefault(machine, Set.of()).contains(request.action());
    }
}
