package dev.parley.sim.result;

import dev.parley.kernel.event.ControlEvents.ItemsDropped;
import dev.parley.kernel.event.ControlEvents.ProviderSwitched;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
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
            if (EventCatalogue.read(rune) instanceof ProviderSwitched(String provider, String from, String to)) {
                items.add(Json.Obj.EMPTY
                        .with("provider", provider)
                        .with("from", from)
                        .with("to", to)
                        .with("at_ms", Moments.at(rune)));
            }
        }
        return Json.of(items);
    }

    static Json drops(List<Rune> runes) {
        Map<List<String>, Long> counts = new LinkedHashMap<>();
        for (Rune rune : runes) {
            if (EventCatalogue.read(rune) instanceof ItemsDropped dropped) {
                counts.merge(List.of(dropped.edge(), dropped.droppedLane()), dropped.count(), Long::sum);
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
            if (EventCatalogue.read(rune) instanceof InvariantViolated violation) {
                items.add(Json.Obj.EMPTY.with("id", violation.id()).with("level", violation.level()));
            }
        }
        return Json.of(items);
    }
}
