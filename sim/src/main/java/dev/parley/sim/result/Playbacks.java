package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;

/** One entry for each reply of which something was played. */
final class Playbacks {
    private Playbacks() {}

    static Json of(List<Rune> runes) {
        List<Json> items = new ArrayList<>();
        for (Rune rune : runes) {
            if (rune.kind().equals("playback.ended") && Moments.number(rune, "played_ms") > 0) {
                items.add(Json.Obj.EMPTY
                        .with("turn", rune.turn())
                        .with("from_ms", Moments.number(rune, "from_ms"))
                        .with("to_ms", Moments.number(rune, "to_ms"))
                        .with("played_ms", Moments.number(rune, "played_ms"))
                        .with("interrupted", Moments.flag(rune, "interrupted")));
            }
        }
        return Json.of(items);
    }
}
