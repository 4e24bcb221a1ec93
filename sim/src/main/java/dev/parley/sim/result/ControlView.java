package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Signals of the control lane, and what follows from some of them. */
final class ControlView {
    private static final Set<String> SHOWN = Set.of(
            "turn_open_proposed",
            "turn_open",
            "commit",
            "abort",
            "close",
            "barge_in",
            "cancel",
            "watermark",
            "flow_xoff",
            "flow_xon",
            "drop_notice",
            "provider_switch",
            "connected",
            "reconnecting",
            "disconnected",
            "ended");

    private ControlView() {}

    static Json signals(List<Rune> runes) {
        List<Json> items = new ArrayList<>();
        for (Rune rune : runes) {
            String signal = Moments.text(rune, "signal");
            if (SHOWN.contains(signal)) {
                items.add(Json.Obj.EMPTY.with("signal", signal).with("at_ms", Moments.at(rune)));
            }
        }
        return Json.of(items);
    }

    static Json switches(List<Rune> runes) {
        List<Json> items = new ArrayList<>();
        for (Rune rune : runes) {
            if (Moments.text(rune, "signal").equals("provider_switch")) {
                items.add(Json.Obj.EMPTY
                        .with("provider", Moments.text(rune, "provider"))
                        .with("from", Moments.text(rune, "from"))
                        .with("to", Moments.text(rune, "to"))
                        .with("at_ms", Moments.at(rune)));
            }
        }
        return Json.of(items);
    }

    static Json drops(List<Rune> runes) {
        Map<List<String>, Long> counts = new LinkedHashMap<>();
        for (Rune rune : runes) {
            if (Moments.text(rune, "signal").equals("drop_notice")) {
                counts.merge(
                        List.of(Moments.text(rune, "edge"), Moments.text(rune, "dropped_lane")),
                        Moments.number(rune, "count"),
                        Long::sum);
            }
        }
        List<Json> items = new ArrayList<>();
        counts.forEach((key, count) -> items.add(Json.Obj.EMPTY
                .with("edge", key.getFirst())
                .with("lane", key.getLast())
                .with("count", count)));
        return Json.of(items);
    }

    static Json violations(List<Rune> runes) {
        List<Json> items = new ArrayList<>();
        for (Rune rune : runes) {
            if (rune.kind().equals("system.invariant_violation")) {
                items.add(
                        Json.Obj.EMPTY.with("id", Moments.text(rune, "id")).with("level", Moments.text(rune, "level")));
            }
        }
        return Json.of(items);
    }
}
