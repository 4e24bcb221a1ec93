package dev.parley.sim.result;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
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
            switch (EventCatalogue.read(rune)) {
                case TurnStarted _ ->
                    turns.put(
                            rune.turn(), Json.Obj.EMPTY.with("id", rune.turn()).with("opened_ms", at));
                case TurnCompleted completed -> ended(turns, rune, "commit", completed.reason());
                case TurnInterrupted interrupted -> ended(turns, rune, "abort", interrupted.reason());
                case TurnFailed failed -> ended(turns, rune, "abort", failed.reason());
                case TurnClosed _ -> turns.computeIfPresent(rune.turn(), (_, turn) -> turn.with("closed_ms", at));
                default -> {
                    // Other signals are not about the life of a turn.
                }
            }
        }
        return Json.of(new ArrayList<>(turns.values()));
    }

    private static void ended(Map<Long, Json.Obj> turns, Rune rune, String terminal, String reason) {
        turns.computeIfPresent(
                rune.turn(),
                (_, turn) ->
                        turn.with("terminal", terminal).with("reason", reason).with("terminal_ms", Moments.at(rune)));
    }
}
