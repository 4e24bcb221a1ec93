package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Events that together show every edge of the machine, for its walk and its drawing. */
final class ToolAlphabet {
    private static final ToolCall EXAMPLE = ToolCall.of("call_1", "weather", Json.Obj.EMPTY.with("city", "Rome"), 1);
    private static final ToolCall OTHER = ToolCall.of("call_1", "weather", Json.Obj.EMPTY.with("city", "Oslo"), 1);

    private ToolAlphabet() {}

    static List<ToolEvent> of(ToolState state) {
        ToolCall made = state.made();
        ToolCall call = made == null ? EXAMPLE : made;
        String id = call.callId();
        long soon = 1;
        long late = Long.MAX_VALUE / 2;
        List<ToolEvent> events = new ArrayList<>();
        events.add(new ToolEvent.CallProposed(call, 1, soon));
        events.add(new ToolEvent.CallProposed(OTHER, 1, soon));
        for (Ruling ruling : Ruling.values()) {
            events.add(new ToolEvent.PolicyDecided(id, ruling, ToolTerms.DEFAULT, "policy", soon));
        }
        answers(state, call, soon, late, events);
        events.add(new ToolEvent.QuestionHeard(id, soon));
        events.add(new ToolEvent.ApprovalTimedOut(id, soon));
        events.add(new ToolEvent.ApprovalTimedOut(id, late));
        events.add(new ToolEvent.SandboxAdmitted(id, soon));
        events.add(new ToolEvent.SandboxViolated(id, "path outside the workspace", soon));
        dispatches(state, call, events);
        for (Ending ending : Ending.values()) {
            events.add(ToolEvent.ResultArrived.of(id, ending, Json.of(true), "", soon));
        }
        events.add(ToolEvent.ResultArrived.of(id, Ending.SUCCESS, Json.of(true), "", late));
        events.add(new ToolEvent.DeadlinePassed(id, soon));
        events.add(new ToolEvent.DeadlinePassed(id, late));
        events.add(new ToolEvent.CancelRequested(id, "interrupted", soon));
        events.add(new ToolEvent.ProcessLost(id, soon));
        return List.copyOf(events);
    }

    private static void answers(ToolState state, ToolCall call, long soon, long late, List<ToolEvent> events) {
        String question = state instanceof ToolState.AwaitingApproval awaiting ? awaiting.question() : "";
        Approver ana = Approver.adult("ana");
        String id = call.callId();
        String digest = call.argumentsSha256();
        for (Approver.Standing standing : Approver.Standing.values()) {
            events.add(new ToolEvent.ApprovalAnswered(
                    id, true, new Approver("ana", standing), digest, question, "", soon));
        }
        events.add(new ToolEvent.ApprovalAnswered(id, false, ana, digest, question, "", soon));
        events.add(new ToolEvent.ApprovalAnswered(id, true, ana, "other", question, "", soon));
        events.add(new ToolEvent.ApprovalAnswered(id, true, ana, digest, "other", "", soon));
        events.add(new ToolEvent.ApprovalAnswered(id, true, ana, digest, question, "with ben", soon));
        events.add(new ToolEvent.ApprovalAnswered(id, true, ana, digest, question, "", late));
    }

    private static void dispatches(ToolState state, ToolCall call, List<ToolEvent> events) {
        Permit permit =
                state instanceof ToolState.Admitted admitted ? admitted.permit() : Permit.forCall(call, "", "", 10_001);
        String digest = call.argumentsSha256();
        String id = call.callId();
        long late = Long.MAX_VALUE / 2;
        events.add(new ToolEvent.DispatchRequested(id, permit.permitId(), digest, call.epoch(), "", 1));
        events.add(new ToolEvent.DispatchRequested(id, permit.permitId(), digest, call.epoch() + 1, "", 1));
        events.add(new ToolEvent.DispatchRequested(id, permit.permitId(), digest, call.epoch(), "with ben", 1));
        events.add(new ToolEvent.DispatchRequested(id, permit.permitId(), digest, call.epoch(), "", late));
        events.add(new ToolEvent.DispatchRequested(id, permit.permitId(), "other", call.epoch(), "", 1));
        events.add(new ToolEvent.DispatchRequested(id, "token_forged", digest, call.epoch(), "", 1));
    }

    static String label(ToolEvent event) {
        return switch (event) {
            case ToolEvent.CallProposed _ -> "call proposed";
            case ToolEvent.PolicyDecided decided ->
                "policy " + decided.ruling().name().toLowerCase(Locale.ROOT);
            case ToolEvent.ApprovalAnswered answered -> answered.approved() ? "approved" : "denied";
            case ToolEvent.QuestionHeard _ -> "question heard";
            case ToolEvent.ApprovalTimedOut _ -> "approval expired";
            case ToolEvent.SandboxAdmitted _ -> "sandbox admits";
            case ToolEvent.SandboxViolated _ -> "sandbox violated";
            case ToolEvent.DispatchRequested requested -> "dispatch" + guard(requested);
            case ToolEvent.ResultArrived arrived ->
                "result " + arrived.ending().status().printed();
            case ToolEvent.DeadlinePassed _ -> "deadline passed";
            case ToolEvent.CancelRequested _ -> "cancel";
            case ToolEvent.ProcessLost _ -> "process lost";
        };
    }

    private static String guard(ToolEvent.DispatchRequested requested) {
        if (requested.epoch() != EXAMPLE.epoch()) {
            return " [other epoch]";
        }
        if (!requested.mode().isEmpty()) {
            return " [other company]";
        }
        return requested.atMs() > Integer.MAX_VALUE ? " [permit expired]" : "";
    }
}
