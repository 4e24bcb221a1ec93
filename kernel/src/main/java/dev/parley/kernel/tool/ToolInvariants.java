package dev.parley.kernel.tool;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The invariants INV-TOOL-*, in the order in which they run. The table of the machine is wider than they allow. */
public final class ToolInvariants {
    public static final Invariant<ToolMove> TERMINAL = new Invariant<>(
            "INV-TOOL-TERMINAL",
            Level.REJECT,
            "A call has exactly one result; once it has settled, nothing settles it again.",
            ToolInvariants::settledAgain);

    public static final Invariant<ToolMove> CALL_BEFORE_RESULT = new Invariant<>(
            "INV-TOOL-CALL-BEFORE-RESULT",
            Level.REJECT,
            "A result belongs to a call that was made before it.",
            ToolInvariants::resultOutOfNowhere);

    public static final Invariant<ToolMove> APPROVAL_BEFORE_EXEC = new Invariant<>(
            "INV-TOOL-APPROVAL-BEFORE-EXEC",
            Level.REJECT,
            "Where approval is required, nothing runs before it was given, and what was denied never runs.",
            ToolInvariants::ranUnapproved);

    public static final Invariant<ToolMove> SANDBOX = new Invariant<>(
            "INV-TOOL-SANDBOX",
            Level.REJECT,
            "Nothing runs that the sandbox has not admitted.",
            ToolInvariants::ranUnadmitted);

    public static final List<Invariant<ToolMove>> ALL =
            List.of(TERMINAL, CALL_BEFORE_RESULT, APPROVAL_BEFORE_EXEC, SANDBOX);

    private ToolInvariants() {}

    private static @Nullable String settledAgain(ToolMove move) {
        return move.before() instanceof ToolState.Settled settled && move.delivers()
                ? "call " + move.event().callId() + " has settled as "
                        + settled.result().status().printed() + " and a second result came"
                : null;
    }

    private static @Nullable String resultOutOfNowhere(ToolMove move) {
        return move.before() instanceof ToolState.Absent && move.delivers()
                ? "a result came for " + move.event().callId() + ", which nobody called"
                : null;
    }

    private static @Nullable String ranUnapproved(ToolMove move) {
        return move.before() instanceof ToolState.AwaitingApproval && move.runs()
                ? "call " + move.event().callId() + " still waits for its approval"
                : null;
    }

    private static @Nullable String ranUnadmitted(ToolMove move) {
        return move.before() instanceof ToolState.Permitted && move.runs()
                ? "call " + move.event().callId() + " has not been looked at by the sandbox"
                : null;
    }
}
