package dev.parley.app.proof;

import static dev.parley.app.proof.Exports.number;
import static dev.parley.app.proof.Exports.parameters;
import static dev.parley.app.proof.Exports.payload;
import static dev.parley.app.proof.Exports.text;

import dev.parley.app.proof.Mutant.Kind;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Changes of several runes at once, as somebody makes them who wants the rest to fit: what belongs together goes together. */
final class PlotMutants {
    private static final List<String> NAMES = List.of("by", "agent", "human", "person", "owner");

    private PlotMutants() {}

    /** Every such change that begins at this place. */
    static List<Mutant> at(List<Json.Obj> lines, int index) {
        List<Mutant> all = new ArrayList<>();
        if (index > 0 && text(lines.get(index - 1), "kind").equals("human.acted")) {
            // What a human wished for is not held to what was decided about it yet.
            return all;
        }
        Json.Obj rune = lines.get(index);
        String kind = text(rune, "kind");
        switch (kind) {
            case "verdict.episode" -> inTheNextTurn(lines, index, all);
            case "user.words" -> others(lines, index, all);
            case "verdict.turn" -> takenOver(lines, index, all);
            case "tool.result" -> exchanged(lines, index, all);
            case "turn.started" -> turns(lines, index, all);
            default -> {}
        }
        if (kind.startsWith("verdict.")) {
            step(lines, index, all);
            asked(lines, index, all);
            revealed(lines, index, all);
        } else {
            named(lines, index, all);
        }
        return all;
    }

    /** A verdict together with what follows from it at once: what it broke, or the fact that it permits. */
    private static void step(List<Json.Obj> lines, int index, List<Mutant> all) {
        String room = text(lines.get(index), "kind").substring("verdict.".length());
        int end = index + 1;
        while (end < lines.size() && text(lines.get(end), "kind").equals("system.invariant_violation")) {
            end++;
        }
        boolean shown = end == index + 1
                && end < lines.size()
                && text(lines.get(end), "kind").startsWith(room + ".");
        if (end > index + 1) {
            all.add(without(Kind.NO_REFUSAL, lines, index, line -> true, end));
        } else if (shown) {
            all.add(without(Kind.NO_STEP, lines, index, line -> true, end + 1));
        }
    }

    /** Without those of the runes from here up to there that are meant. */
    private static Mutant without(Kind kind, List<Json.Obj> lines, int from, Predicate<Json.Obj> meant, int to) {
        List<Json.Obj> mutated = new ArrayList<>(lines.subList(0, from));
        lines.subList(from, to).stream().filter(meant.negate()).forEach(mutated::add);
        mutated.addAll(lines.subList(to, lines.size()));
        return mutant(kind, lines, from, mutated);
    }

    private static Mutant mutant(Kind kind, List<Json.Obj> lines, int index, List<Json.Obj> mutated) {
        return new Mutant(kind, lines.get(index), number(lines.get(index), "event_id"), mutated);
    }

    /** The packet is of the next turn, where it stands or after that turn has begun. */
    private static void inTheNextTurn(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj packet = lines.get(index);
        long next = number(packet, "turn") + 1;
        for (int i = index + 1; i < lines.size(); i++) {
            boolean begins = text(lines.get(i), "kind").equals("turn.started") && number(lines.get(i), "turn") == next;
            if (begins) {
                List<Json.Obj> mutated = new ArrayList<>(lines);
                mutated.remove(index);
                mutated.add(i, packet.with("turn", next).with("monotonic_ns", number(lines.get(i), "monotonic_ns")));
                for (int at = index; at <= i; at++) {
                    mutated.set(at, mutated.get(at).with("event_id", number(lines.get(at), "event_id")));
                }
                all.add(mutant(Kind.MOVED_PACKET, lines, index, mutated));
                return;
            }
        }
    }

    /** The words of one person under the name of another. */
    private static void others(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj words = lines.get(index);
        for (String person : List.of("mallory", "ana", "")) {
            if (number(words, "turn") > 0 && !text(payload(words), "by").equals(person)) {
                Json.Obj other = words.with("payload", payload(words).with("by", person));
                all.add(edited(Kind.OTHER_VOICE, lines, index, other));
            }
        }
    }

    /** The next runtime is let off much until it says that it has come: here it never does. */
    private static void takenOver(List<Json.Obj> lines, int index, List<Mutant> all) {
        if (!text(payload(lines.get(index)), "action").equals("turn_open_proposed")) {
            return;
        }
        List<Json.Obj> mutated = new ArrayList<>(lines.subList(0, index));
        for (Json.Obj line : lines.subList(index, lines.size())) {
            Json.Obj under = line.with("lease_epoch", number(line, "lease_epoch") + 1);
            if (parameters(line).has("epoch")) {
                long epoch = number(parameters(line), "epoch") + 1;
                under = under.with(
                        "payload",
                        payload(line).with("parameters", parameters(line).with("epoch", epoch)));
            }
            if (!text(line, "kind").equals("agent.state")) {
                mutated.add(under);
            }
        }
        all.add(mutant(Kind.FORGED_TAKEOVER, lines, index, mutated));
    }

    /** What two calls led to, exchanged. */
    private static void exchanged(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj first = payload(lines.get(index));
        for (int i = index + 1; i < lines.size(); i++) {
            Json.Obj second = payload(lines.get(i));
            boolean differs = !text(first, "status").equals(text(second, "status"))
                    || !String.valueOf(first.get("content")).equals(String.valueOf(second.get("content")));
            if (text(lines.get(i), "kind").equals("tool.result") && differs) {
                List<Json.Obj> mutated = new ArrayList<>(lines);
                mutated.set(index, lines.get(index).with("payload", result(first, second)));
                mutated.set(i, lines.get(i).with("payload", result(second, first)));
                all.add(mutant(Kind.OTHER_RESULT, lines, index, mutated));
                return;
            }
        }
    }

    private static Json.Obj result(Json.Obj of, Json.Obj from) {
        Json.Obj changed = of;
        for (String key : List.of("status", "reason", "content", "content_sha256")) {
            Json value = from.get(key);
            changed = value == null ? changed : changed.with(key, value);
        }
        return changed;
    }

    /** A whole turn, held twice or never; without its last turn a conversation is only shorter. */
    private static void turns(List<Json.Obj> lines, int index, List<Mutant> all) {
        long turn = number(lines.get(index), "turn");
        int from = first(lines, line -> number(line, "turn") == turn);
        int to = first(
                        lines,
                        line -> number(line, "turn") == turn
                                && text(line, "kind").equals("turn.closed"))
                + 1;
        if (to == 0) {
            return;
        }
        List<Json.Obj> twice = new ArrayList<>(lines.subList(0, to));
        lines.subList(from, lines.size())
                .forEach(line -> twice.add(line.with("event_id", number(line, "event_id") + to - from)));
        all.add(new Mutant(Kind.TURN_TWICE, lines.get(index), number(lines.get(from), "event_id"), twice));
        if (lines.stream().anyMatch(line -> number(line, "turn") > turn)) {
            all.add(without(Kind.NO_TURN, lines, from, line -> number(line, "turn") == turn, to));
        }
    }

    private static int first(List<Json.Obj> lines, Predicate<Json.Obj> wanted) {
        for (int i = 0; i < lines.size(); i++) {
            if (wanted.test(lines.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The question, the answer to it and every yes that rests on it. */
    private static void asked(List<Json.Obj> lines, int index, List<Mutant> all) {
        long answer = number(parameters(lines.get(index)), "answer");
        long reply = number(parameters(lines.get(index)), "reply");
        boolean approves = text(payload(lines.get(index)), "action").equals("approve")
                && text(payload(lines.get(index)), "decision").equals("allowed");
        if (!approves || reply == 0) {
            return;
        }
        Set<Long> pieces = new HashSet<>(Set.of(reply));
        lines.stream()
                .filter(line -> text(line, "kind").equals("agent.sentence") && number(payload(line), "of") == reply)
                .forEach(line -> pieces.add(number(payload(line), "reply")));
        int from = first(
                lines, line -> text(line, "kind").equals("agent.reply") && number(payload(line), "reply") == reply);
        Predicate<Json.Obj> meant = line -> pieces.stream()
                        .anyMatch(piece -> text(payload(line), "target").equals("reply:" + piece)
                                || (!text(line, "kind").startsWith("verdict.")
                                        && number(payload(line), "reply") == piece))
                || number(line, "event_id") == answer
                || number(parameters(line), "answer") == answer;
        all.add(without(Kind.NO_EXCHANGE, lines, from, meant, lines.size()));
    }

    /** A claim in the voice of somebody else, and a verdict that everybody may see. */
    private static void revealed(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj rune = lines.get(index);
        all.add(edited(Kind.SHOWN, lines, index, rune.with("visibility", "public")));
        if (text(payload(rune), "action").equals("RESUME")) {
            for (String left : List.of("operator", "reason")) {
                Json.Obj unsigned =
                        payload(rune).with("parameters", parameters(rune).with(left, ""));
                all.add(edited(Kind.UNSIGNED_RESUME, lines, index, rune.with("payload", unsigned)));
            }
        }
        if (parameters(rune).has("voice")) {
            Json.Obj borrowed =
                    payload(rune).with("parameters", parameters(rune).with("voice", "mallory"));
            all.add(edited(Kind.OTHER_CLAIM, lines, index, rune.with("payload", borrowed)));
        }
    }

    /** Somebody else, wherever a fact names somebody. */
    private static void named(List<Json.Obj> lines, int index, List<Mutant> all) {
        Json.Obj rune = lines.get(index);
        for (String key : NAMES) {
            boolean names = payload(rune).get(key) instanceof Json.Str
                    && !text(rune, "kind").equals("user.words");
            if (names && !text(rune, "lane").equals("telemetry")) {
                Json.Obj other = rune.with("payload", payload(rune).with(key, "mallory"));
                all.add(edited(Kind.OTHER_NAME, lines, index, other));
            }
        }
    }

    private static Mutant edited(Kind kind, List<Json.Obj> lines, int index, Json.Obj rune) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.set(index, rune);
        return mutant(kind, lines, index, mutated);
    }
}
