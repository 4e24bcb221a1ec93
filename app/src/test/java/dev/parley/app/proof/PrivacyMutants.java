package dev.parley.app.proof;

import static dev.parley.app.proof.Exports.number;
import static dev.parley.app.proof.Exports.payload;
import static dev.parley.app.proof.Exports.text;

import dev.parley.app.proof.Mutant.Kind;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What somebody would edit who wants to hide what was said to whom: the judgement, or the sentence that it was about. */
final class PrivacyMutants {
    private PrivacyMutants() {}

    static List<Mutant> at(List<Json.Obj> lines, int index) {
        Json.Obj rune = lines.get(index);
        return switch (text(rune, "kind")) {
            case "speech.judged" -> judgement(lines, index);
            case "speech.phrased" ->
                List.of(edited(lines, index, "pii_text", Json.of(text(payload(rune), "pii_text") + " And more.")));
            case "agent.sentence" ->
                isBegunAnew(lines)
                        ? List.of()
                        : List.of(edited(
                                lines, index, "pii_text", Json.of(text(payload(rune), "pii_text") + " And more.")));
            default -> List.of();
        };
    }

    /** What an earlier attempt of a model wrote is known only from what was said of it. */
    private static boolean isBegunAnew(List<Json.Obj> lines) {
        return lines.stream().anyMatch(line -> Boolean.TRUE.equals(payload(line).flag("unfinished")));
    }

    private static List<Mutant> judgement(List<Json.Obj> lines, int index) {
        Json.Obj payload = payload(lines.get(index));
        List<Mutant> all = new ArrayList<>();
        for (String say : List.of("say", "neutrally", "withhold")) {
            if (!text(payload, "say").equals(say)) {
                all.add(edited(lines, index, "say", Json.of(say)));
            }
        }
        Map<String, Json> others = Map.<String, Json>of(
                "listener", Json.of("mallory"),
                "reason", Json.of("the mode is PRIVATE, really"),
                "carries", Json.texts(List.of()),
                "reply", Json.of(number(payload, "reply") + 7),
                "pii_text", Json.of("It is sunny."));
        others.forEach((key, value) -> all.add(edited(lines, index, key, value)));
        List<Json.Obj> mutated = new ArrayList<>(lines);
        mutated.remove(index);
        all.add(new Mutant(Kind.NO_JUDGEMENT, lines.get(index), number(lines.get(index), "event_id"), mutated));
        return all;
    }

    private static Mutant edited(List<Json.Obj> lines, int index, String key, Json value) {
        List<Json.Obj> mutated = new ArrayList<>(lines);
        Json.Obj rune = lines.get(index);
        mutated.set(index, rune.with("payload", payload(rune).with(key, value)));
        return new Mutant(Kind.OTHER_JUDGEMENT, rune, number(rune, "event_id"), mutated);
    }
}
