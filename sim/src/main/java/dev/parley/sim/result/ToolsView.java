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
    private static final String VERDICT = "verdict.tool";

    private ToolsView() {}

    static Json tools(List<Rune> runes) {
        Map<String, Json.Obj> calls = new LinkedHashMap<>();
        for (Rune rune : runes) {
            String id = Moments.text(rune, "call_id");
            switch (rune.kind()) {
                case VERDICT -> called(calls, rune);
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

    private static void called(Map<String, Json.Obj> calls, Rune rune) {
        if (Moments.text(rune, "action").equals("call") && rune.payload().get("parameters") instanceof Json.Obj given) {
            String id = Moments.text(rune, "target");
            String tool = given.text("tool");
            calls.putIfAbsent(
                    id,
                    Json.Obj.EMPTY
                            .with("id", id)
                            .with("tool", tool == null ? "" : tool)
                            .with("started_ms", Json.Null.NULL)
                            .with("ended_ms", Json.Null.NULL)
                            .with("status", Json.Null.NULL)
                            .with("runs", 0));
        }
    }

    static Json approvals(List<Rune> runes) {
        Map<String, Json.Obj> approvals = new LinkedHashMap<>();
        for (Rune rune : runes) {
            if (rune.kind().equals(VERDICT) && Moments.text(rune, "decision").equals("allowed")) {
                switch (Moments.text(rune, "action")) {
                    case "ask" -> asked(approvals, rune);
                    case "approve" -> answered(approvals, rune, "approved");
                    case "reject" -> answered(approvals, rune, "denied");
                    case "expire" -> answered(approvals, rune, "expired");
                    case "cancel" -> answered(approvals, rune, "cancelled");
                    default -> {
                        // Not about an approval.
                    }
                }
            }
        }
        return Json.of(new ArrayList<>(approvals.values()));
    }

    private static void asked(Map<String, Json.Obj> approvals, Rune rune) {
        String id = Moments.text(rune, "target");
        approvals.put(
                id,
                Json.Obj.EMPTY
                        .with("call", id)
                        .with("requested_ms", Moments.at(rune))
                        .with("outcome", Json.Null.NULL)
                        .with("at_ms", Json.Null.NULL));
    }

    /** A question is answered once; what becomes of the call later is no answer to it. */
    private static void answered(Map<String, Json.Obj> approvals, Rune rune, String outcome) {
        approvals.computeIfPresent(
                Moments.text(rune, "target"),
                (_, approval) -> approval.text("outcome") == null
                        ? approval.with("outcome", outcome).with("at_ms", Moments.at(rune))
                        : approval);
    }

    private static long runs(Json.Obj call) {
        BigDecimal runs = call.number("runs");
        return runs == null ? 0 : runs.longValue();
    }
}
