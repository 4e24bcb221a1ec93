package dev.parley.testing;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What happened in a scenario, a line for each fact and each refusal, for somebody whose expectation failed. */
final class Timeline {
    private static final int LONGEST = 140;
    private static final int LINES_MAX = 80;
    private static final Set<String> FACTS = Set.of(
            "user.words",
            "agent.reply",
            "agent.sentence",
            "agent.state",
            "tool.dispatched",
            "tool.result",
            "playback.started",
            "playback.ended",
            "turn.started",
            "turn.completed",
            "turn.interrupted",
            "turn.error",
            "turn.closed",
            "system.invariant_violation");

    private Timeline() {}

    static String of(List<Rune> runes) {
        List<String> lines = new ArrayList<>();
        for (Rune rune : runes) {
            if (FACTS.contains(rune.kind()) || isRefusal(rune) || isStep(rune)) {
                lines.add(line(rune));
            }
        }
        int left = Math.max(0, lines.size() - LINES_MAX);
        String cut = left == 0 ? "" : "  ... " + left + " more\n";
        return lines.stream().limit(LINES_MAX).collect(Collectors.joining("\n", "what happened:\n", "\n")) + cut;
    }

    private static boolean isRefusal(Rune rune) {
        return VerdictRune.room(rune) != null
                && !"allowed".equals(rune.payload().text("decision"));
    }

    private static boolean isStep(Rune rune) {
        return "tool".equals(VerdictRune.room(rune));
    }

    private static String line(Rune rune) {
        Json.Obj shown = VerdictRune.room(rune) == null ? rune.payload() : verdict(rune.payload());
        String text = String.format(
                "%8d ms  %-26s %s", rune.envelope().monotonicNanos() / 1_000_000, rune.kind(), shown.canonical());
        return text.length() > LONGEST ? text.substring(0, LONGEST - 3) + "..." : text;
    }

    private static Json.Obj verdict(Json.Obj payload) {
        Json.Obj shown = Json.Obj.EMPTY;
        for (String key : List.of("action", "target", "actor", "decision", "reason")) {
            String value = payload.text(key);
            shown = value == null ? shown : shown.with(key, value);
        }
        return shown;
    }
}
