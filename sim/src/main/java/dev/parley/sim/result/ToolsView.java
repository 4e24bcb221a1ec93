package dev.parley.sim.result;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
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
            switch (EventCatalogue.read(rune)) {
                case ToolDecided verdict -> called(calls, verdict);
                case ToolDispatched dispatched ->
                    calls.computeIfPresent(
                            dispatched.callId(),
                            (_, call) ->
                                    call.with("started_ms", Moments.at(rune)).with("runs", runs(call) + 1));
                case ToolSettled result ->
                    calls.computeIfPresent(
                            result.callId(),
                            (_, call) -> call.with("ended_ms", Moments.at(rune)).with("status", result.status()));
                default -> {
                    // Not about the life of a call.
                }
            }
        }
        return Json.of(new ArrayList<>(calls.values()));
    }

    private static void called(Map<String, Json.Obj> calls, ToolDecided verdict) {
        Json.Obj given = verdict.parameters();
        if (verdict.decided().action().equals("call") && given != null) {
            String id = verdict.decided().target();
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
            if (EventCatalogue.read(rune) instanceof ToolDecided verdict
                    && verdict.decided().isAllowed()) {
                String id = verdict.decided().target();
                long at = Moments.at(rune);
                switch (verdict.decided().action()) {
                    case "ask" -> asked(approvals, id, at);
                    case "approve" -> answered(approvals, id, "approved", at);
                    case "reject" -> answered(approvals, id, "denied", at);
                    case "expire" -> answered(approvals, id, "expired", at);
                    case "cancel" -> answered(approvals, id, "cancelled", at);
                    default -> {
                        // Not about an approval.
                    }
                }
            }
        }
        return Json.of(new ArrayList<>(approvals.values()));
    }

    private static void asked(Map<String, Json.Obj> approvals, String id, long at) {
        approvals.put(
                id,
                Json.Obj.EMPTY
                        .with("call", id)
                        .with("requested_ms", at)
                        .with("outcome", Json.Null.NULL)
                        .with("at_ms", Json.Null.NULL));
    }

    /** A question is answered once; what becomes of the call later is no answer to it. */
    private static void answered(Map<String, Json.Obj> approvals, String id, String outcome, long at) {
        approvals.computeIfPresent(
                id,
                (_, approval) -> approval.text("outcome") == null
                        ? approval.with("outcome", outcome).with("at_ms", at)
                        : approval);
    }

    private static long runs(Json.Obj call) {
        BigDecimal runs = call.number("runs");
        return runs == null ? 0 : runs.longValue();
    }
}
