package dev.parley.kernel.tool;

import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Turns a decided event into what is recorded of it. The first rune holds the whole event, so that a replay decides it
 * again; where a move settles the call for another reason than its own result, the {@code tool.result} follows in the
 * same batch, which is all or nothing (ruling E6).
 */
public final class ToolRuneEncoder {
    private ToolRuneEncoder() {}

    public static List<ToolRune> encode(ToolEvent event, ToolState before, Step<ToolState> step) {
        return switch (step) {
            case Step.Refused<ToolState>(String rule, String reason) ->
                List.of(new ToolRune(
                        "tool.refused", fields(event).with("rule", rule).with("reason_refused", reason)));
            case Step.Moved<ToolState> move -> moved(event, before, move);
        };
    }

    private static List<ToolRune> moved(ToolEvent event, ToolState before, Step.Moved<ToolState> move) {
        if (event instanceof ToolEvent.CallProposed && !(before instanceof ToolState.Absent)) {
            return List.of(new ToolRune("tool.call_repeated", fields(event)));
        }
        String kind = kind(event, before);
        ToolResult result = null;
        for (var effect : move.effects()) {
            if (effect instanceof ToolEffect.DeliverResult(ToolResult delivered)) {
                result = delivered;
            }
        }
        if (result == null) {
            return List.of(new ToolRune(kind, fields(event)));
        }
        if (kind.equals("tool.result")) {
            return List.of(new ToolRune(kind, outcome(fields(event), result)));
        }
        List<ToolRune> runes = new ArrayList<>();
        runes.add(new ToolRune(kind, fields(event)));
        runes.add(new ToolRune("tool.result", outcome(Json.Obj.EMPTY.with("call_id", result.callId()), result)));
        return List.copyOf(runes);
    }

    private static Json.Obj outcome(Json.Obj fields, ToolResult result) {
        return fields.with("tool", result.tool())
                .with("status", result.status().printed())
                .with("content", result.content())
                .with("reason", result.reason())
                .with("at_ms", result.atMs());
    }

    private static String kind(ToolEvent event, ToolState before) {
        return switch (event) {
            case ToolEvent.CallProposed _ -> "tool.call";
            case ToolEvent.PolicyDecided decided ->
                switch (decided.ruling()) {
                    case ALLOW -> "tool.permitted";
                    case ASK -> "tool.approval_requested";
                    case DENY -> "tool.denied";
                };
            case ToolEvent.ApprovalAnswered answered -> answered.approved() ? "tool.approved" : "tool.denied";
            case ToolEvent.ApprovalTimedOut _ -> "tool.approval_expired";
            case ToolEvent.SandboxAdmitted _ -> "tool.admitted";
            case ToolEvent.DispatchRequested _ -> "tool.dispatched";
            case ToolEvent.ProgressReported _ -> "tool.progress";
            case ToolEvent.CancelRequested _ ->
                before instanceof ToolState.AwaitingApproval ? "tool.approval_cancelled" : "tool.result";
            case ToolEvent.ProcessLost _ -> before instanceof ToolState.Dispatched ? "tool.result" : "tool.recovered";
            case ToolEvent.SandboxViolated _, ToolEvent.ResultArrived _, ToolEvent.DeadlinePassed _ -> "tool.result";
        };
    }

    private static Json.Obj fields(ToolEvent event) {
        Json.Obj common = Json.Obj.EMPTY
                .with("event", event.getClass().getSimpleName())
                .with("call_id", event.callId())
                .with("at_ms", event.atMs());
        return switch (event) {
            case ToolEvent.CallProposed proposed -> call(common, proposed.call());
            case ToolEvent.PolicyDecided decided ->
                common.with("ruling", decided.ruling().name().toLowerCase(Locale.ROOT))
                        .with("terms", terms(decided.terms()))
                        .with("reason", decided.reason());
            case ToolEvent.ApprovalAnswered answered ->
                common.with("approved", answered.approved())
                        .with("by", answered.approver().id())
                        .with("standing", answered.approver().standing().name().toLowerCase(Locale.ROOT))
                        .with("arguments_sha256", answered.argumentsSha256());
            case ToolEvent.SandboxViolated violated -> common.with("violation", violated.violation());
            case ToolEvent.DispatchRequested requested ->
                common.with("permit", permit(requested.permit()))
                        .with("arguments_sha256", requested.argumentsSha256())
                        .with("epoch", requested.epoch());
            case ToolEvent.ProgressReported reported -> common.with("progress", reported.progress());
            case ToolEvent.ResultArrived arrived ->
                common.with("status", arrived.ending().status().printed())
                        .with("content", arrived.content())
                        .with("reason", arrived.reason());
            case ToolEvent.CancelRequested cancelled -> common.with("reason", cancelled.reason());
            case ToolEvent.ApprovalTimedOut _,
                    ToolEvent.SandboxAdmitted _,
                    ToolEvent.DeadlinePassed _,
                    ToolEvent.ProcessLost _ -> common;
        };
    }

    private static Json.Obj call(Json.Obj common, ToolCall call) {
        return common.with("tool", call.tool())
                .with("arguments", call.arguments())
                .with("arguments_sha256", call.argumentsSha256())
                .with("epoch", call.epoch());
    }

    private static Json.Obj terms(ToolTerms terms) {
        return Json.Obj.EMPTY
                .with("safety", terms.safety().name())
                .with("timeout_ms", terms.timeoutMs())
                .with("approval_timeout_ms", terms.approvalTimeoutMs())
                .with("permit_ttl_ms", terms.permitTtlMs())
                .with("cancel_on_interrupt", terms.cancelOnInterrupt());
    }

    private static Json.Obj permit(Permit permit) {
        return Json.Obj.EMPTY
                .with("permit_id", permit.permitId())
                .with("tool", permit.tool())
                .with("arguments_sha256", permit.argumentsSha256())
                .with("epoch", permit.epoch())
                .with("expires_at_ms", permit.expiresAtMs());
    }
}
