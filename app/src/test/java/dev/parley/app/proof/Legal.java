package dev.parley.app.proof;

import static dev.parley.app.proof.Exports.number;
import static dev.parley.app.proof.Exports.payload;
import static dev.parley.app.proof.Exports.text;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes that make another conversation which could have been held. The list is short on purpose: what is not on it
 * has to be found.
 */
enum Legal {
    /** Nothing is decided about it and nothing follows from it: figures about providers, buffers, memory and wording. */
    TELEMETRY,
    /** A person, a sensor, a plugin or the line did it, or did not: the rest follows without it. */
    FROM_OUTSIDE,
    /** What is shown of the state or the words, and not what they are. */
    NOT_SHOWN,
    /**
     * A call that was cancelled before it was asked about or admitted, a stream that failed before it was compiled, an episode that was
     * closed without a last belief, which rests on nothing.
     */
    EARLIER_END,
    /** The last rune is left out: the conversation was not over yet. */
    NOT_OVER,
    /** Two runes of one moment, neither of which needs the other: both orders lead to the same state. */
    SAME_MOMENT;

    private static final Set<String> FIGURES = Set.of(
            "control.provider_switch",
            "control.flow_xoff",
            "control.flow_xon",
            "control.watermark",
            "control.drop_notice",
            "control.degraded",
            "control.budget_warning",
            "control.budget_exhausted",
            "agent.spent",
            "session.pipeline",
            "session.plan",
            "session.snapshot",
            "turn.plan",
            "turn.dead_air",
            "text.lost",
            "voice.lost",
            "provider.call",
            "provider.outcome",
            "provider.circuit_open",
            "room.changed",
            "speech.tone",
            "speech.phrased",
            "speech.cut",
            "knowledge.learned",
            "memory.extracted",
            "memory.kept",
            "memory.recalled");
    private static final Set<String> REPORTED = Set.of(
            "voice.ended",
            "voice.lost",
            "stt.final",
            "user.words",
            "user.added",
            "human.words",
            "profile.changed",
            "control.connected",
            "control.disconnected",
            "control.reconnecting",
            "control.muted",
            "control.unmuted",
            "control.stall",
            "control.cancel",
            "control.barge_in",
            "control.lease_revoked",
            "playback.suspended");
    private static final Set<String> WISHED = Set.of(
            "person_added",
            "explicit_identity_claim",
            "validation_success",
            "explicit_statement",
            "end_conversation",
            "date_tick",
            "participant_detected",
            "participant_left",
            "silence_timeout",
            "consent_request",
            "MUTATE_GRAPH",
            "ROLLBACK",
            "ENABLE_OVERRIDE",
            "UPDATE_OVERRIDE");

    /** Why this mutant, in which nothing was found, is a conversation of its own; null if it is not. */
    static @Nullable Legal why(Mutant mutant, List<Json.Obj> original, Exports.Proof proof) {
        if (mutant.kind().isGrave()) {
            return null;
        }
        return switch (mutant.kind()) {
            case SWAP -> sameMoment(mutant, original, proof) ? SAME_MOMENT : null;
            case DROP -> mutant.rune().equals(original.getLast()) ? NOT_OVER : left(mutant);
            case DUPLICATE -> isFigure(mutant) ? TELEMETRY : repeated(mutant);
            case ACTOR -> byAnother(mutant) ? FROM_OUTSIDE : null;
            case NO_REFUSAL -> isWishedInVain(mutant) ? FROM_OUTSIDE : null;
            case OTHER_VOICE -> isUnanswered(mutant, original) ? FROM_OUTSIDE : null;
            case OTHER_NAME -> isNamedByNothing(mutant, original) ? FROM_OUTSIDE : null;
            default -> null;
        };
    }

    private static boolean isFigure(Mutant mutant) {
        return text(mutant.rune(), "lane").equals("telemetry") || FIGURES.contains(mutant.kindOfRune());
    }

    private static @Nullable Legal left(Mutant mutant) {
        if (isFigure(mutant)) {
            return TELEMETRY;
        }
        if (Set.of("agent.state", "caption").contains(mutant.kindOfRune()) || isOfTheOnlyAgent(mutant)) {
            return NOT_SHOWN;
        }
        if (Set.of("ask", "admit", "COMPILE", "BeliefUpdatePacket").contains(mutant.action())) {
            return EARLIER_END;
        }
        boolean outside = REPORTED.contains(mutant.kindOfRune())
                || WISHED.contains(mutant.action())
                || isRefusedWhileHalted(mutant)
                || isRefusedByTheRoster(mutant);
        return outside ? FROM_OUTSIDE : null;
    }

    /** In a conversation that names no agents nothing follows from the end of its only one. */
    private static boolean isOfTheOnlyAgent(Mutant mutant) {
        return mutant.kindOfRune().equals("agent.down")
                && text(payload(mutant.rune()), "agent").equals("agent");
    }

    /** An agent that has ended, or is not on the roster, asked for something, which is refused without a room. */
    private static boolean isRefusedByTheRoster(Mutant mutant) {
        return mutant.kindOfRune().equals("system.invariant_violation")
                && text(payload(mutant.rune()), "id").equals("stream.roster");
    }

    /** Somebody asked for something of a halted conversation, which is refused without a room. */
    private static boolean isRefusedWhileHalted(Mutant mutant) {
        return mutant.kindOfRune().equals("system.invariant_violation")
                && text(payload(mutant.rune()), "id").equals("system.halted")
                && number(mutant.rune(), "turn") == 0;
    }

    private static @Nullable Legal repeated(Mutant mutant) {
        boolean again =
                (REPORTED.contains(mutant.kindOfRune()) && !mutant.kindOfRune().equals("playback.suspended"))
                        || WISHED.contains(mutant.action())
                        || isRefusedWhileHalted(mutant)
                        || isRefusedByTheRoster(mutant);
        return again ? FROM_OUTSIDE : null;
    }

    /** Another person may have wished for their own way of listening. */
    private static boolean byAnother(Mutant mutant) {
        Json.Obj changed = mutant.lines().stream()
                .filter(line -> number(line, "event_id") == mutant.at())
                .findFirst()
                .orElse(mutant.rune());
        return mutant.action().endsWith("_OVERRIDE")
                && text(payload(changed), "actor").startsWith("user");
    }

    /** A plugin, an agent or a person did not try what was refused to them; no fact says that they did. */
    private static boolean isWishedInVain(Mutant mutant) {
        String actor = text(payload(mutant.rune()), "actor");
        return switch (mutant.action()) {
            case "MUTATE_GRAPH", "ROLLBACK", "TAMPER" -> actor.startsWith("plugin_");
            case "UPDATE_OVERRIDE" -> actor.startsWith("user");
            case "CLAIM", "RELEASE", "INTERRUPT" -> !actor.startsWith("user") && !actor.equals("system");
            case "explicit_statement" -> actor.startsWith("user");
            default -> false;
        };
    }

    /** A yes or no that came before its question was heard is nobody's answer: anybody may have said it. */
    private static boolean isUnanswered(Mutant mutant, List<Json.Obj> original) {
        long words = mutant.at();
        boolean asked = original.stream()
                .anyMatch(line -> text(line, "kind").equals("agent.reply")
                        && !text(payload(line), "about").isEmpty()
                        && number(line, "turn") == number(mutant.rune(), "turn")
                        && number(line, "event_id") < words);
        return asked && original.stream().noneMatch(line -> number(Exports.parameters(line), "answer") == words);
    }

    /** Anybody may ask for silence where nobody is heard; words of nobody and of somebody are nobody's; and whose profile the book of the house tells of, it says itself. */
    private static boolean isNamedByNothing(Mutant mutant, List<Json.Obj> original) {
        boolean heard = original.stream()
                .anyMatch(line -> text(payload(line), "action").equals("INTERRUPT")
                        && number(line, "turn") == number(mutant.rune(), "turn"));
        return switch (mutant.kindOfRune()) {
            case "control.cancel" -> !heard;
            case "user.added" -> text(payload(mutant.rune()), "by").isEmpty();
            case "profile.changed" -> text(mutant.rune(), "conversation").startsWith("house:");
            default -> false;
        };
    }

    private static boolean sameMoment(Mutant mutant, List<Json.Obj> original, Exports.Proof proof) {
        List<Json.Obj> pair = mutant.lines().stream()
                .filter(line -> number(line, "event_id") == mutant.at() || number(line, "event_id") == mutant.at() + 1)
                .toList();
        boolean together = pair.stream()
                        .map(line -> number(line, "monotonic_ns"))
                        .distinct()
                        .count()
                == 1;
        boolean wished = pair.stream().allMatch(line -> WISHED.contains(text(payload(line), "action")));
        boolean free = isReported(pair)
                || pair.stream()
                        .allMatch(
                                line -> text(line, "lane").equals("telemetry") || FIGURES.contains(text(line, "kind")))
                || !text(pair.getFirst(), "kind").equals(text(pair.getLast(), "kind"))
                || !text(pair.getFirst(), "provider_call").equals(text(pair.getLast(), "provider_call"))
                || !target(pair.getFirst()).equals(target(pair.getLast()));
        return together
                && (wished
                        || (free
                                && proof.state()
                                        .equals(Exports.replayed(original).state())));
    }

    private static boolean isReported(List<Json.Obj> pair) {
        return pair.stream().anyMatch(line -> REPORTED.contains(text(line, "kind")));
    }

    private static String target(Json.Obj line) {
        return text(payload(line), "target");
    }
}
