package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The turns that opened, and how they ended. */
final class TurnsView {
    private TurnsView() {}

    static Json of(List<Rune> runes) {
        Map<Long, Json.Obj> turns = new LinkedHashMap<>();
        for (Rune rune : runes) {
            long at = Moments.at(rune);
            switch (Moments.text(rune, "signal")) {
                case "turn_open" ->
                    turns.put(
                            rune.turn(), Json.Obj.EMPTY.with("id", rune.turn()).with("opened_ms", at));
                case "commit", "abort" ->
                    turns.computeIfPresent(
                            rune.turn(),
                            (_, turn) -> turn.with("terminal", Moments.text(rune, "signal"))
                                    .with("reason", Moments.text(rune, "reason"))
                                    .with("terminal_ms", at));
                case "close" -> turns.computeIfPresent(rune.turn(), (_, turn) -> turn.with("closed_ms", at));
                default -> {
                    // Other signals are not about the life of a turn.
                }
            }
        }
        return Json.of(new ArrayList<>(turns.values()));
    }
}
