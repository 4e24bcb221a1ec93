package dev.parley.app.proof;

import static dev.parley.app.proof.Exports.number;
import static dev.parley.app.proof.Exports.parameters;
import static dev.parley.app.proof.Exports.payload;
import static dev.parley.app.proof.Exports.text;

import dev.parley.app.proof.Mutant.Kind;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.YesOrNo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What somebody would edit who wants a yes that nobody gave: the answer, who gave it, the question, or that it was heard. */
final class AnswerMutants {
    private static final Set<String> ANSWERS =
            Set.of("user.words", "user.answered", "operator.answered", "approver.answered");

    private AnswerMutants() {}

    /** Every such change that the allowed answer at this place gives a reason for. */
    static List<Mutant> at(List<Json.Obj> lines, int index) {
        Json.Obj rune = lines.get(index);
        List<Mutant> all = new ArrayList<>();
        long answer = number(parameters(rune), "answer");
        if (answer == 0 || !text(payload(rune), "decision").equals("allowed")) {
            return all;
        }
        for (long other : new long[] {0, answer - 1, answer + 1}) {
            all.add(edited(
                    Kind.OTHER_ANSWER,
                    lines,
                    index,
                    "parameters",
                    parameters(rune).with("answer", other)));
        }
        if (text(parameters(rune), "standing").equals("operator")) {
            Json.Obj adult = parameters(rune).with("standing", "confirmed_adult");
            all.add(edited(Kind.OTHER_SPEAKER, lines, index, "parameters", adult));
            Json.Obj other = Json.Obj.EMPTY.with("role", "operator").with("key", "day desk");
            all.add(edited(
                    Kind.OTHER_SPEAKER,
                    lines,
                    index,
                    "parameters",
                    parameters(rune).with("operator", other)));
        } else if (text(rune, "kind").equals("verdict.tool")) {
            for (String standing : List.of("operator", "approver", "confirmed_adult")) {
                if (!text(parameters(rune), "standing").equals(standing)) {
                    Json.Obj other = parameters(rune).with("standing", standing);
                    all.add(edited(Kind.OTHER_SPEAKER, lines, index, "parameters", other));
                }
            }
        }
        int given = indexOf(lines, answer);
        answers(lines, given, all);
        if (text(rune, "kind").equals("verdict.tool")) {
            questions(lines, index, given, all);
        }
        return all;
    }

    private static void answers(List<Json.Obj> lines, int given, List<Mutant> all) {
        Json.Obj answer = lines.get(given);
        for (String person : List.of("mallory", "ben", "")) {
            if (!text(payload(answer), "by").equals(person)) {
                all.add(edited(Kind.OTHER_SPEAKER, lines, given, "by", Json.of(person)));
            }
        }
        if (Set.of("operator.answered", "approver.answered").contains(text(answer, "kind"))) {
            all.add(new Mutant(
                    Kind.OTHER_SPEAKER,
                    answer,
                    number(answer, "event_id"),
                    replaced(lines, given, answer.with("kind", "user.answered"))));
        }
        if (text(answer, "kind").equals("operator.answered")) {
            Json.Obj another = Json.Obj.EMPTY.with("role", "admin").with("key", "night desk");
            all.add(edited(Kind.OTHER_SPEAKER, lines, given, "operator", another));
            all.add(edited(
                    Kind.OTHER_SPEAKER,
                    lines,
                    given,
                    "operator",
                    another.with("role", "operator").with("key", "x")));
        }
        boolean plain = isReadPlainly(lines, number(answer, "event_id"));
        if (text(answer, "kind").equals("user.words") && plain) {
            boolean yes = text(payload(answer), "pii_text").matches("(?i)y.*|ok.*|sure.*|do it.*");
            for (String words : List.of(yes ? "no" : "yes", "maybe later", "what is the weather", "")) {
                all.add(edited(Kind.OTHER_WORDS, lines, given, "pii_text", Json.of(words)));
            }
            all.add(hidden(lines, given, Json.Obj.EMPTY));
            all.add(hidden(lines, given, Json.Obj.EMPTY.with("text_sha256", "0".repeat(64))));
        } else if (text(answer, "kind").equals("user.words")) {
            boolean no = YesOrNo.of(text(payload(answer), "pii_text")) == YesOrNo.NO;
            all.add(edited(Kind.OTHER_WORDS, lines, given, "pii_text", Json.of(no ? "yes" : "no")));
        } else {
            boolean yes = Boolean.TRUE.equals(payload(answer).flag("yes"));
            all.add(edited(Kind.OTHER_WORDS, lines, given, "yes", Json.of(!yes)));
        }
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.remove(given);
        all.add(new Mutant(Kind.NO_ANSWER, answer, number(answer, "event_id"), mutated));
    }

    private static List<Json.Obj> replaced(List<Json.Obj> lines, int index, Json.Obj line) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.set(index, line);
        return mutated;
    }

    /** The words are gone, and this is in their place. */
    private static Mutant hidden(List<Json.Obj> lines, int given, Json.Obj instead) {
        Json.Obj answer = lines.get(given);
        Map<String, Json> fields = new LinkedHashMap<>(payload(answer).fields());
        fields.remove("pii_text");
        fields.putAll(instead.fields());
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.set(given, answer.with("payload", new Json.Obj(fields)));
        return new Mutant(Kind.OTHER_WORDS, answer, number(answer, "event_id"), mutated);
    }

    /** Whether a call or a command rests on it; a loan may be confirmed by a whole sentence. */
    private static boolean isReadPlainly(List<Json.Obj> lines, long answer) {
        return lines.stream()
                .anyMatch(line ->
                        text(line, "kind").equals("verdict.tool") && number(parameters(line), "answer") == answer);
    }

    private static void questions(List<Json.Obj> lines, int index, int given, List<Mutant> all) {
        long reply = number(parameters(lines.get(index)), "reply");
        if (reply == 0) {
            return;
        }
        for (int i = 0; i < given; i++) {
            Json.Obj line = lines.get(i);
            boolean itself = number(payload(line), "reply") == reply;
            String kind = text(line, "kind");
            if (itself && kind.equals("agent.reply")) {
                String words = text(payload(line), "pii_text");
                all.add(edited(Kind.OTHER_QUESTION, lines, i, "pii_text", Json.of(words.replace("?", " too?"))));
                all.add(edited(Kind.OTHER_QUESTION, lines, i, "about", Json.of("c99")));
                all.add(unheard(lines, i, reply));
            } else if (itself && kind.equals("playback.ended")) {
                all.add(before(lines, i, given, index));
            }
        }
    }

    /** The question is asked and not a word of it is heard. */
    private static Mutant unheard(List<Json.Obj> lines, int index, long reply) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Set<Long> pieces = new HashSet<>(Set.of(reply));
        lines.stream()
                .filter(line -> text(line, "kind").equals("agent.sentence") && number(payload(line), "of") == reply)
                .forEach(line -> pieces.add(number(payload(line), "reply")));
        for (long piece : pieces) {
            mutated.removeIf(line -> text(payload(line), "target").equals("reply:" + piece)
                    || (text(line, "kind").startsWith("playback.") && number(payload(line), "reply") == piece));
        }
        return new Mutant(Kind.UNHEARD, lines.get(index), number(lines.get(index), "event_id"), mutated);
    }

    /** The answer stands before the end of the question, and what rests on it says so. */
    private static Mutant before(List<Json.Obj> lines, int end, int given, int verdict) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Json.Obj answer = mutated.remove(given);
        long old = number(answer, "event_id");
        Json.Obj first = lines.get(end);
        mutated.add(end, answer.with("monotonic_ns", number(first, "monotonic_ns")));
        for (int i = end; i <= given; i++) {
            mutated.set(i, mutated.get(i).with("event_id", number(lines.get(i), "event_id")));
        }
        for (int i = given; i <= verdict; i++) {
            Json.Obj line = mutated.get(i);
            if (number(parameters(line), "answer") == old) {
                Json.Obj named = parameters(line).with("answer", number(first, "event_id"));
                mutated.set(i, line.with("payload", payload(line).with("parameters", named)));
            }
        }
        return new Mutant(Kind.EARLY, first, number(first, "event_id"), mutated);
    }

    private static int indexOf(List<Json.Obj> lines, long event) {
        for (int i = 0; i < lines.size(); i++) {
            if (number(lines.get(i), "event_id") == event && ANSWERS.contains(text(lines.get(i), "kind"))) {
                return i;
            }
        }
        throw new IllegalStateException("no answer is at " + event);
    }

    private static Mutant edited(Kind kind, List<Json.Obj> lines, int index, String key, Json value) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Json.Obj rune = lines.get(index);
        mutated.set(index, rune.with("payload", payload(rune).with(key, value)));
        return new Mutant(kind, rune, number(rune, "event_id"), mutated);
    }
}
