package dev.parley.app.proof;

import static dev.parley.app.proof.Exports.number;
import static dev.parley.app.proof.Exports.parameters;
import static dev.parley.app.proof.Exports.payload;
import static dev.parley.app.proof.Exports.text;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        NO_EFFECT(true),
        /** The arguments of two calls, exchanged. */
        EXCHANGE(true),
        /** The step of a call and the fact that it permits, both left out. */
        NO_DISPATCH(true),
        /** The same of a turn that opens. */
        NO_OPENING(true),
        /** What is heard is heard twice, with its verdict. */
        DOUBLE_PLAY(true),
        /** A reply that was stopped goes on, and nobody let it. */
        FORGED_RESUME(true),
        /** A reply goes on by another verdict than the one that let it be heard, or after another stop. */
        OTHER_RESUME(true),
        /** The yes of a person, in the house and to the call. */
        NO_YES(true),
        /** Of another turn than it was. */
        OTHER_TURN(true),
        /** Under an older lease than the one in force. */
        OTHER_EPOCH(true),
        /** As if another runtime had come, which was not there. */
        FORGED_TAKEOVER(true),
        /** Somebody lets a halted conversation go on and does not say who, or why. */
        UNSIGNED_RESUME(true),
        /** Another decision and none of its violations: a refusal that is hidden. */
        HIDDEN_REFUSAL(true),
        /** An answer that rests on another event. */
        OTHER_ANSWER(true),
        /** An answer in other words, or the other way round. */
        OTHER_WORDS(true),
        /** The same answer of somebody else. */
        OTHER_SPEAKER(true),
        /** What was answered is gone, and what rests on it is there. */
        NO_ANSWER(true),
        /** Something else was asked. */
        OTHER_QUESTION(true),
        /** Nobody heard the question. */
        UNHEARD(true),
        /** The answer came before the end of its question. */
        EARLY(true),
        /** A sentence that carries something, and nobody judged it. */
        NO_JUDGEMENT(true),
        /** A judgement, or what was judged, is another one. */
        OTHER_JUDGEMENT(true),
        /** What was refused, with what it broke. */
        NO_REFUSAL(false),
        /** A verdict and the fact that it permits, both left out. */
        NO_STEP(true),
        /** A packet of an episode, in the turn after its own. */
        MOVED_PACKET(true),
        /** What two calls led to, exchanged. */
        OTHER_RESULT(true),
        /** A question, its answer, and what rests on it. */
        NO_EXCHANGE(true),
        /** A turn that is held twice. */
        TURN_TWICE(true),
        /** A turn that was never held, and a later one. */
        NO_TURN(true),
        /** The words of one person under the name of another. */
        OTHER_VOICE(false),
        /** Somebody else is named by a fact. */
        OTHER_NAME(false),
        /** Who somebody says they are, in the voice of somebody else. */
        OTHER_CLAIM(true),
        /** A verdict that everybody may see. */
        SHOWN(true);

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
            "playback.resumed",
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
        graver(lines, index, all);
        all.addAll(AnswerMutants.at(lines, index));
        all.addAll(PrivacyMutants.at(lines, index));
        all.addAll(PlotMutants.at(lines, index));
        Mutant arguments = otherArguments(lines, index);
        if (arguments != null) {
            all.add(arguments);
        }
        return all;
    }

    /** What somebody would do who knows how a record is made. */
    private static void graver(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj rune = lines.get(index);
        Json.Obj next = index + 1 < lines.size() ? lines.get(index + 1) : Json.Obj.EMPTY;
        String kind = text(rune, "kind");
        String step = kind + " " + text(payload(rune), "action") + " " + text(next, "kind");
        switch (step) {
            case "verdict.tool dispatch tool.dispatched" -> all.add(without(Kind.NO_DISPATCH, lines, index, 2));
            case "verdict.turn turn_open turn.started" -> all.add(without(Kind.NO_OPENING, lines, index, 2));
            case "verdict.stream PLAY playback.started" -> all.add(playedTwice(lines, index));
            case "verdict.household confirmation_received verdict.tool" ->
                all.add(without(Kind.NO_YES, lines, index, 2));
            default -> {}
        }
        switch (kind) {
            case "playback.paused", "playback.suspended", "playback.stalled" -> resumed(lines, index, all);
            case "playback.resumed" -> {
                for (String named : List.of("play", "after")) {
                    long other = number(payload(rune), named) - 1;
                    all.add(edited(
                            Kind.OTHER_RESUME, lines, index, payload(rune).with(named, other)));
                }
            }
            default -> {}
        }
        if (!text(rune, "lane").equals("telemetry") && number(rune, "turn") > 0) {
            all.add(changed(Kind.OTHER_TURN, lines, index, rune.with("turn", number(rune, "turn") + 1)));
            if (number(rune, "turn") > 1) {
                all.add(changed(Kind.OTHER_TURN, lines, index, rune.with("turn", number(rune, "turn") - 1)));
            }
        }
        if (kind.startsWith("verdict.") && number(rune, "lease_epoch") > 1) {
            all.add(changed(Kind.OTHER_EPOCH, lines, index, rune.with("lease_epoch", 1)));
        }
        if (payload(rune).has("violations")) {
            all.add(unrefused(lines, index));
        }
        if (step.startsWith("verdict.tool call ")) {
            exchanged(lines, index, all);
        }
    }

    /** As somebody writes it who knows what a reply that goes on has to name. */
    private static void resumed(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj stopped = lines.get(index);
        long reply = number(payload(stopped), "reply");
        long id = number(stopped, "event_id");
        long play = lines.subList(0, index).stream()
                .filter(line -> text(payload(line), "action").equals("PLAY")
                        && text(payload(line), "target").equals("reply:" + reply))
                .mapToLong(line -> number(line, "event_id"))
                .max()
                .orElse(0);
        Json.Obj started = lines.subList(0, index).stream()
                .filter(line ->
                        text(line, "kind").equals("playback.started") && number(payload(line), "reply") == reply)
                .findFirst()
                .orElse(stopped);
        List<Json.Obj> mutated = new ArrayList<>(lines.subList(0, index + 1));
        mutated.add(stopped.with("kind", "playback.resumed")
                .with("event_id", id + 1)
                .with("payload", payload(started).with("play", play).with("after", id)));
        lines.subList(index + 1, lines.size())
                .forEach(line -> mutated.add(line.with("event_id", number(line, "event_id") + 1)));
        all.add(new Mutant(Kind.FORGED_RESUME, stopped, id, mutated));
    }

    private static Mutant without(Kind kind, List<Json.Obj> lines, int index, int many) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.subList(index, index + many).clear();
        return new Mutant(kind, lines.get(index), number(lines.get(index), "event_id"), mutated);
    }

    private static Mutant changed(Kind kind, List<Json.Obj> lines, int index, Json.Obj rune) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.set(index, rune);
        return new Mutant(kind, lines.get(index), number(rune, "event_id"), mutated);
    }

    private static Mutant playedTwice(List<Json.Obj> lines, int index) {
        List<Json.Obj> mutated = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Json.Obj line = lines.get(i);
            long id = number(line, "event_id");
            mutated.add(i <= index + 1 ? line : line.with("event_id", id + 2));
            if (i == index + 1) {
                mutated.add(lines.get(index).with("event_id", id + 1));
                mutated.add(line.with("event_id", id + 2));
            }
        }
        return new Mutant(Kind.DOUBLE_PLAY, lines.get(index), number(lines.get(index), "event_id"), mutated);
    }

    /** The verdict says allowed, and the runes that name what it broke are gone. */
    private static Mutant unrefused(List<Json.Obj> lines, int index) {
        Map<String, Json> fields = new LinkedHashMap<>(payload(lines.get(index)).fields());
        fields.remove("violations");
        fields.remove("reason");
        fields.put("decision", Json.of("allowed"));
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.set(index, lines.get(index).with("payload", new Json.Obj(fields)));
        while (index + 1 < mutated.size()
                && text(mutated.get(index + 1), "kind").equals("system.invariant_violation")) {
            mutated.remove(index + 1);
        }
        return new Mutant(Kind.HIDDEN_REFUSAL, lines.get(index), number(lines.get(index), "event_id"), mutated);
    }

    /** With the next call that has other arguments; both were permitted, so that something rests on them. */
    private static void exchanged(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json arguments = parameters(lines.get(index)).get("arguments");
        for (int other = index + 1; other < lines.size(); other++) {
            Json.Obj rune = lines.get(other);
            boolean call = text(rune, "kind").equals("verdict.tool")
                    && text(payload(rune), "action").equals("call");
            Json others = parameters(rune).get("arguments");
            if (call && arguments != null && others != null && !arguments.equals(others) && runs(lines, index)) {
                List<Json.Obj> mutated = new ArrayList<>(lines);
                mutated.set(index, withArguments(lines.get(index), others));
                mutated.set(other, withArguments(rune, arguments));
                all.add(new Mutant(Kind.EXCHANGE, lines.get(index), number(lines.get(index), "event_id"), mutated));
                return;
            }
        }
    }

    private static boolean runs(List<Json.Obj> lines, int call) {
        String id = text(payload(lines.get(call)), "target");
        return lines.stream()
                .anyMatch(line -> text(line, "kind").equals("tool.dispatched")
                        && text(payload(line), "call_id").equals(id));
    }

    private static Json.Obj withArguments(Json.Obj rune, Json arguments) {
        return rune.with(
                "payload", payload(rune).with("parameters", parameters(rune).with("arguments", arguments)));
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
