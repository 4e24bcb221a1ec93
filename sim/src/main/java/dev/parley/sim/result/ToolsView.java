package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The calls in the order in which they were asked for, and the approvals in the order of their requests. */
final class ToolsView {
    private ToolsView() {}

    static Json tools(List<Rune> runes) {
        Map<String, Json.Obj> calls = new LinkedHashMap<>();
        for (Rune rune : runes) {
            String id = Moments.text(rune, "call");
            switch (rune.kind()) {
                case "tool.call" ->
                    calls.put(
                            id,
                            Json.Obj.EMPTY
                                    .with("id", id)
                                    .with("tool", Moments.text(rune, "tool"))
                                    .with("started_ms", Json.Null.NULL)
                                    .with("ended_ms", Json.Null.NULL)
                                    .with("status", Json.Null.NULL)
                                    .with("runs", 0));
                case "tool.started" ->
                    calls.computeIfPresent(id, (_, call) -> call.with("started_ms", Moments.at(rune)));
                case "tool.result" ->
                    calls.computeIfPresent(
                            id,
                            (_, call) -> call.with("ended_ms", Moments.at(rune))
                                    .with("status", Moments.text(rune, "status"))
                                    .with("runs", Moments.number(rune, "runs")));
                default -> {
                    // Not about the life of a call.
                }
            }
        }
        return Json.of(new ArrayList<>(calls.values()));
    }

    static Json approvals(List<Rune> runes) {
        Map<String, Json.Obj> approvals = new LinkedHashMap<>();
        for (Rune rune : runes) {
            String id = Moments.text(rune, "call");
            switch (rune.kind()) {
                case "tool.approval_requested" ->
                    approvals.put(
                            id,
                            Json.Obj.EMPTY
                                    .with("call", id)
                                    .with("requested_ms", Moments.at(rune))
                                    .with("outcome", Json.Null.NULL)
                                    .with("at_ms", Json.Null.NULL));
                case "tool.approved", "tool.denied" ->
                    approvals.computeIfPresent(
                            id,
                            (_, approval) -> approval.with("outcome", Moments.text(rune, "outcome"))
                                    .with("at_ms", Moments.at(rune)));
                default -> {
                    // Not about an approval.
                }
            }
        }
        return Json.of(new ArrayList<>(approvals.values()));
    }
}
