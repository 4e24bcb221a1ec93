package dev.parley.agent.tool;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolState;

/** Asks everybody who has a say about a call, and puts their answer into the event that the machine decides on. */
final class CallJudge {
    /** Stands in the arguments of a call that could not be read. */
    static final String UNREADABLE = "unreadable_arguments";

    private final ToolWiring wiring;

    CallJudge(ToolWiring wiring) {
        this.wiring = wiring;
    }

    ToolEvent dispatch(ToolState.Admitted admitted) {
        ToolCall call = admitted.call();
        String refusal = wiring.gate().dispatchRefusal(call, admitted.terms(), admitted.permit());
        return refusal == null
                ? new ToolEvent.DispatchRequested(
                        call.callId(),
                        admitted.permit().permitId(),
                        call.argumentsSha256(),
                        wiring.epoch().getAsLong(),
                        admitted.permit().mode(),
                        now())
                : new ToolEvent.CancelRequested(call.callId(), refusal, now());
    }

    ToolEvent policy(ToolCall call) {
        ToolCatalogue.Entry entry = wiring.tools().find(call.tool());
        if (entry == null) {
            return denied(call, "no tool is called " + call.tool());
        }
        ToolSpec spec = entry.tool().spec();
        String unreadable = call.arguments().text(UNREADABLE);
        if (unreadable != null) {
            return denied(call, "the arguments cannot be read: " + unreadable);
        }
        String lost = CanonicalJson.lostNumber(call.arguments());
        if (lost != null) {
            return denied(call, "the arguments cannot be shown as they are: " + lost);
        }
        String mismatch = entry.schema().mismatch(call.arguments());
        if (mismatch != null) {
            return denied(call, "the arguments do not fit: " + mismatch);
        }
        String refusal = wiring.gate().refusal(call, spec);
        if (refusal != null) {
            return denied(call, refusal);
        }
        ToolPolicy.Answer answer = wiring.policy().judge(spec);
        return new ToolEvent.PolicyDecided(call.callId(), answer.ruling(), answer.terms(), answer.reason(), now());
    }

    private ToolEvent denied(ToolCall call, String reason) {
        return new ToolEvent.PolicyDecided(
                call.callId(), Ruling.DENY, wiring.policy().terms(), reason, now());
    }

    ToolEvent sandbox(ToolCall call) {
        ToolCatalogue.Entry entry = wiring.tools().find(call.tool());
        String violation = entry == null
                ? "no tool is called " + call.tool()
                : wiring.sandbox().violation(entry.tool().spec(), call.arguments());
        return violation == null
                ? new ToolEvent.SandboxAdmitted(call.callId(), now())
                : new ToolEvent.SandboxViolated(call.callId(), violation, now());
    }

    private long now() {
        return wiring.timeline().nowMs();
    }
}
