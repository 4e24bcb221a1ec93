package dev.parley.replay.explain;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolTerms;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What might be asked of a call: each step with what the call itself holds, and in time. */
final class ToolWays implements Ways<ToolCase> {
    /** Stands for whoever in the house may approve. */
    static final String AN_ADULT = "user";

    private static final String SOME_TOOL = "tool";

    @Override
    public List<Request> instead(View<ToolCase> view, Request denied) {
        List<Request> all = new ArrayList<>();
        all.add(denied.by(ToolRequests.SYSTEM));
        if (denied.action().equals("permit")) {
            all.add(denied.instead(ToolRequests.SYSTEM, denied.target(), "ask", denied.parameters()));
        }
        switch (state(view, denied)) {
            case ToolState.AwaitingApproval open -> awaiting(open, denied, all);
            case ToolState.Admitted admitted -> all.add(dispatch(admitted, denied));
            case ToolState.Dispatched running -> {
                all.add(at(denied, running.deadlineMs() - 1));
                all.add(at(denied, running.deadlineMs()));
            }
            case ToolState.Absent _, ToolState.Proposed _, ToolState.Permitted _, ToolState.Settled _ -> {}
        }
        return all;
    }

    private static void awaiting(ToolState.AwaitingApproval open, Request denied, List<Request> all) {
        switch (denied.action()) {
            case "approve", "reject" -> {
                String standing = denied.parameters().text("standing");
                boolean adult = "confirmed_adult".equals(standing);
                all.add(answer(
                        open,
                        denied,
                        adult ? denied.actor() : AN_ADULT,
                        denied.action().equals("approve")));
            }
            case "expire" -> all.add(at(denied, open.expiresAtMs()));
            default -> {}
        }
    }

    private static Request answer(ToolState.AwaitingApproval open, Request denied, String by, boolean approved) {
        return ToolRequests.of(new ToolEvent.ApprovalAnswered(
                denied.target(),
                approved,
                Approver.adult(by),
                open.call().argumentsSha256(),
                open.question(),
                open.mode(),
                Math.min(atMs(denied), open.expiresAtMs())));
    }

    private static Request dispatch(ToolState.Admitted admitted, Request denied) {
        Permit permit = admitted.permit();
        return ToolRequests.of(new ToolEvent.DispatchRequested(
                denied.target(),
                permit.permitId(),
                permit.argumentsSha256(),
                permit.epoch(),
                permit.mode(),
                Math.min(atMs(denied), permit.expiresAtMs() - 1)));
    }

    private static Request at(Request denied, long atMs) {
        return new Request(
                Instant.ofEpochMilli(atMs).atOffset(ZoneOffset.UTC),
                denied.actor(),
                denied.target(),
                denied.action(),
                denied.parameters());
    }

    private static long atMs(Request request) {
        return request.at().toInstant().toEpochMilli();
    }

    private static ToolState state(View<ToolCase> view, Request denied) {
        return view.state(denied.target()) instanceof ToolCase.Call call ? call.state() : new ToolState.Absent();
    }

    @Override
    public List<Request> before(View<ToolCase> view, Request denied, int step) {
        String id = denied.target();
        long atMs = atMs(denied);
        return switch (state(view, denied)) {
            case ToolState.Absent _ -> List.of(ToolRequests.of(new ToolEvent.CallProposed(call(denied), 0, atMs)));
            case ToolState.Proposed _ ->
                List.of(
                        ToolRequests.of(new ToolEvent.PolicyDecided(id, Ruling.ALLOW, ToolTerms.DEFAULT, "", atMs)),
                        ToolRequests.of(new ToolEvent.PolicyDecided(id, Ruling.ASK, ToolTerms.DEFAULT, "", atMs)));
            case ToolState.AwaitingApproval open -> List.of(answer(open, denied, adult(denied), true));
            case ToolState.Permitted _ -> List.of(ToolRequests.of(new ToolEvent.SandboxAdmitted(id, atMs)));
            case ToolState.Admitted admitted -> List.of(dispatch(admitted, denied));
            case ToolState.Dispatched running ->
                List.of(ToolRequests.of(ToolEvent.ResultArrived.of(
                        id, Ending.SUCCESS, Json.Null.NULL, "", Math.min(atMs, running.deadlineMs() - 1))));
            case ToolState.Settled _ -> List.of();
        };
    }

    private static String adult(Request denied) {
        boolean named = "confirmed_adult".equals(denied.parameters().text("standing"));
        return named && denied.actorKind() != ActorKind.SYSTEM ? denied.actor() : AN_ADULT;
    }

    private static ToolCall call(Request denied) {
        String tool = denied.parameters().text("tool");
        Json.Obj arguments = denied.parameters().get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        return ToolCall.of(denied.target(), tool == null ? SOME_TOOL : tool, arguments, 0);
    }

    /** A call that is over has its one result; the same wish may be called again under an id of its own. */
    @Override
    public @Nullable Request anew(Request denied) {
        String fresh = denied.target().isEmpty() ? "new" : denied.target() + "#2";
        return denied.instead(denied.actor(), fresh, denied.action(), denied.parameters());
    }
}
