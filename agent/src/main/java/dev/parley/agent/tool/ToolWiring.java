package dev.parley.agent.tool;

import dev.parley.agent.record.Recorder;
import dev.parley.kernel.port.Timers;
import java.util.function.LongSupplier;

/** Everything a router is built from. */
public record ToolWiring(
        ToolCatalogue tools,
        ToolPolicy policy,
        CallGate gate,
        CallSandbox sandbox,
        ApprovalDesk desk,
        Recorder recorder,
        Timeline timeline,
        Timers timers,
        LongSupplier epoch) {

    /** The usual parts: the machine's clocks, no gate, nothing outside the sandbox, questions read by asking. */
    public static ToolWiring of(ToolCatalogue tools, ToolPolicy policy, Recorder recorder, Timers timers) {
        return new ToolWiring(
                tools,
                policy,
                CallGate.OPEN,
                CallSandbox.CLOSED,
                ApprovalDesk.SILENT,
                recorder,
                new Timeline(new SystemTime()),
                timers,
                () -> 1);
    }

    public ToolWiring withGate(CallGate value) {
        return new ToolWiring(tools, policy, value, sandbox, desk, recorder, timeline, timers, epoch);
    }

    public ToolWiring withSandbox(CallSandbox value) {
        return new ToolWiring(tools, policy, gate, value, desk, recorder, timeline, timers, epoch);
    }

    public ToolWiring withDesk(ApprovalDesk value) {
        return new ToolWiring(tools, policy, gate, sandbox, value, recorder, timeline, timers, epoch);
    }

    public ToolWiring withTime(Timeline line, Timers value) {
        return new ToolWiring(tools, policy, gate, sandbox, desk, recorder, line, value, epoch);
    }

    public ToolWiring withEpoch(LongSupplier value) {
        return new ToolWiring(tools, policy, gate, sandbox, desk, recorder, timeline, timers, value);
    }
}
