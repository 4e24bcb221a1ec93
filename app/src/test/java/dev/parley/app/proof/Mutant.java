package dev.parley.app.proof;

import static dev.parley.app.proof.Exports.number;
import static dev.parley.app.proof.Exports.parameters;
import static dev.parley.app.proof.Exports.payload;
import static dev.parley.app.proof.Exports.text;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One conversation with one change.
 *
 * @param rune the rune that was changed, as it was
 * @param at the event id from which on the two differ
 */
record Mutant(Kind kind, Json.Obj rune, long at, List<Json.Obj> lines) {
    /** What is done to a record. Those that are {@code grave} never make a legal conversation. */
    enum Kind {
        DROP(false),
        DUPLICATE(false),
        SWAP(false),
        FLIP(true),
        ACTOR(false),
        ARGUMENTS(true),
        NO_APPROVAL(true),
        NO_CONFIRMATION(true),
        NO_FOLLOW_UP(true),
        NO_PACKET(true),
        NO_PLAY(true),
        NO_EFFECT(true);

        private final boolean grave;

        Kind(boolean grave) {
            this.grave = grave;
        }

        boolean isGrave() {
            return grave;
        }
    }

    private static final List<String> ACTORS =
            List.of("mallory", "user_mallory", "system", "agent", "user", "operator");
    private static final Set<String> EFFECTS = Set.of(
            "turn.proposed",
            "turn.started",
            "turn.completed",
            "turn.interrupted",
            "turn.error",
            "turn.closed",
            "tool.dispatched",
            "tool.result",
            "playback.started",
            "playback.ended");

    /** Every change of this kind that can be made at this place. */
    static List<Mutant> at(List<Json.Obj> lines, int index) {
        List<Mutant> all = new ArrayList<>();
        Json.Obj rune = lines.get(index);
        all.add(dropped(removal(lines, index), lines, index));
        all.add(duplicated(lines, index));
        if (index + 1 < lines.size()) {
            all.add(swapped(lines, index));
        }
        if (text(rune, "kind").startsWith("verdict.")) {
            Json.Obj payload = payload(rune);
            String other = text(payload, "decision").equals("allowed") ? "denied" : "allowed";
            all.add(edited(Kind.FLIP, lines, index, payload.with("decision", other)));
            for (String actor : ACTORS) {
                if (!actor.equals(text(payload, "actor"))) {
                    all.add(edited(Kind.ACTOR, lines, index, payload.with("actor", actor)));
                }
            }
        }
        Mutant arguments = otherArguments(lines, index);
        if (arguments != null) {
            all.add(arguments);
        }
        return all;
    }

    private static Kind removal(List<Json.Obj> lines, int index) {
        Json.Obj rune = lines.get(index);
        String action = text(payload(rune), "action");
        boolean allowed = text(payload(rune), "decision").equals("allowed");
        return switch (text(rune, "kind")) {
            case "verdict.tool" -> action.equals("approve") && allowed ? Kind.NO_APPROVAL : Kind.DROP;
            case "verdict.household" -> {
                if (action.equals("confirmation_received") && allowed) {
                    yield Kind.NO_CONFIRMATION;
                }
                yield action.startsWith("authorization_") ? Kind.NO_FOLLOW_UP : Kind.DROP;
            }
            case "verdict.episode" -> integratesNothing(rune) ? Kind.DROP : Kind.NO_PACKET;
            case "verdict.stream" -> {
                boolean follows = index > 0
                        && text(payload(lines.get(index - 1)), "action").equals("INTERRUPT");
                if (follows || action.equals("DISABLE_OVERRIDE")) {
                    yield Kind.NO_FOLLOW_UP;
                }
                yield action.equals("PLAY") && allowed ? Kind.NO_PLAY : Kind.DROP;
            }
            default -> EFFECTS.contains(text(rune, "kind")) ? Kind.NO_EFFECT : Kind.DROP;
        };
    }

    /** A belief that rests on nothing: the episode that it is left out of is closed all the same. */
    private static boolean integratesNothing(Json.Obj rune) {
        return parameters(rune).get("payload") instanceof Json.Obj belief
                && belief.get("evidence_integration") instanceof Json.Arr(List<Json> evidence)
                && evidence.isEmpty();
    }

    private static Mutant dropped(Kind kind, List<Json.Obj> lines, int index) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Json.Obj rune = mutated.remove(index);
        return new Mutant(kind, rune, number(rune, "event_id"), mutated);
    }

    /** What comes after it is numbered on. */
    private static Mutant duplicated(List<Json.Obj> lines, int index) {
        List<Json.Obj> mutated = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Json.Obj line = lines.get(i);
            long id = number(line, "event_id");
            mutated.add(i <= index ? line : line.with("event_id", id + 1));
            if (i == index) {
                mutated.add(line.with("event_id", id + 1));
            }
        }
        return new Mutant(Kind.DUPLICATE, lines.get(index), number(lines.get(index), "event_id") + 1, mutated);
    }

    private static Mutant swapped(List<Json.Obj> lines, int index) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Json.Obj first = lines.get(index);
        Json.Obj second = lines.get(index + 1);
        mutated.set(index, second.with("event_id", number(first, "event_id")));
        mutated.set(index + 1, first.with("event_id", number(second, "event_id")));
        return new Mutant(Kind.SWAP, first, number(first, "event_id"), mutated);
    }

    private static Mutant edited(Kind kind, List<Json.Obj> lines, int index, Json.Obj payload) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Json.Obj rune = lines.get(index);
        mutated.set(index, rune.with("payload", payload));
        return new Mutant(kind, rune, number(rune, "event_id"), mutated);
    }

    /** Other arguments, another answer, another length: whatever a verdict or a fact is about. */
    private static @Nullable Mutant otherArguments(List<Json.Obj> lines, int index) {
        Json.Obj rune = lines.get(index);
        Json.Obj payload = payload(rune);
        String key = switch (text(rune, "kind") + " " + text(payload, "action")) {
            case "verdict.tool dispatch", "verdict.tool approve" -> "arguments_sha256";
            case "verdict.tool result" -> "content_sha256";
            case "verdict.household command_detected",
                    "verdict.household confirmation_received",
                    "verdict.household execution_started",
                    "verdict.household execution_success" -> "arguments";
            case "verdict.turn turn_open" -> "plan";
            default -> "";
        };
        if (!key.isEmpty() && parameters(rune).has(key)) {
            Json.Obj other = parameters(rune).with(key, text(parameters(rune), key) + "0");
            return edited(Kind.ARGUMENTS, lines, index, payload.with("parameters", other));
        }
        String field = switch (text(rune, "kind")) {
            case "tool.dispatched" -> "tool";
            case "tool.result" -> "status";
            case "turn.completed", "turn.interrupted", "turn.error" -> "reason";
            case "playback.started" -> "reply";
            case "playback.ended" -> "played_ms";
            default -> "";
        };
        Json value = field.isEmpty() ? null : payload.get(field);
        if (value instanceof Json.Str(String text)) {
            return edited(Kind.ARGUMENTS, lines, index, payload.with(field, text + "x"));
        }
        return value instanceof Json.Num(BigDecimal many)
                ? edited(Kind.ARGUMENTS, lines, index, payload.with(field, new Json.Num(many.add(BigDecimal.ONE))))
                : null;
    }

    String kindOfRune() {
        return text(rune, "kind");
    }

    String action() {
        return text(payload(rune), "action");
    }

    @Override
    public String toString() {
        return kind + " " + kindOfRune() + " " + action() + " at " + at + " of " + text(rune, "conversation");
    }
}
