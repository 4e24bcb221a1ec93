package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
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
            String id = Moments.text(rune, "call_id");
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
                case "tool.dispatched" ->
                    calls.computeIfPresent(
                            id,
                            (_, call) ->
                                    call.with("started_ms", Moments.at(rune)).with("runs", runs(call) + 1));
                case "tool.result" ->
                    calls.computeIfPresent(
                            id,
                            (_, call) -> call.with("ended_ms", Moments.at(rune))
                                    .with("status", Moments.text(rune, "status")));
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
            String id = Moments.text(rune, "call_id");
            switch (rune.kind()) {
                case "tool.approval_requested" ->
                    approvals.put(
                            id,
                            Json.Obj.EMPTY
                                    .with("call", id)
                                    .with("requested_ms", Moments.at(rune))
                                    .with("outcome", Json.Null.NULL)
                                    .with("at_ms", Json.Null.NULL));
                case "tool.approved" -> answered(approvals, rune, "approved");
                case "tool.denied" -> answered(approvals, rune, "denied");
                case "tool.approval_expired" -> answered(approvals, rune, "expired");
                case "tool.approval_cancelled" -> answered(approvals, rune, "cancelled");
                default -> {
                    // Not about an approval.
                }
            }
        }
        return Json.of(new ArrayList<>(approvals.values()));
    }

    private static void answered(Map<String, Json.Obj> approvals, Rune rune, String outcome) {
        approvals.computeIfPresent(
                Moments.text(rune, "call_id"),
                (_, approval) -> approval.with("outcome", outcome).with("at_ms", Moments.at(rune)));
    }

    private static long runs(Json.Obj call) {
        BigDecimal runs = call.number("runs");
        return runs == null ? 0 : runs.longValue();
    }
}
