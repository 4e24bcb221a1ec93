package dev.parley.kernel.tool;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Step;
import dev.parley.kernel.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The invariants INV-TOOL-*, in the order in which they run. The table of the machine is wider than they allow. */
public final class ToolInvariants {
    public static final Invariant<Move> TERMINAL = new Invariant<>(
            "INV-TOOL-TERMINAL",
            Level.REJECT,
            "A call has exactly one result; once it has settled, nothing settles it again.",
            ToolInvariants::settledAgain);

    public static final Invariant<Move> CALL_BEFORE_RESULT = new Invariant<>(
            "INV-TOOL-CALL-BEFORE-RESULT",
            Level.REJECT,
            "A result belongs to a call that was made before it.",
            ToolInvariants::resultOutOfNowhere);

    public static final Invariant<Move> APPROVAL_BEFORE_EXEC = new Invariant<>(
            "INV-TOOL-APPROVAL-BEFORE-EXEC",
            Level.REJECT,
            "If approval is required, nothing runs before it was given, and what was denied never runs.",
            ToolInvariants::ranUnapproved);

    public static final Invariant<Move> SANDBOX = new Invariant<>(
            "INV-TOOL-SANDBOX",
            Level.REJECT,
            "Nothing runs that the sandbox has not admitted.",
            ToolInvariants::ranUnadmitted);

    public static final List<Invariant<Move>> ALL =
            List.of(TERMINAL, CALL_BEFORE_RESULT, APPROVAL_BEFORE_EXEC, SANDBOX);

    private ToolInvariants() {}

    /** A move that is about to be made, as the invariants look at it. */
    public record Move(ToolState before, ToolEvent event, Step.Moved<?> step) {
        boolean delivers() {
            return step.effects().stream().anyMatch(ToolEffect.DeliverResult.class::isInstance);
        }

        boolean runs() {
            return step.effects().stream().anyMatch(ToolEffect.RunTool.class::isInstance);
        }
    }

    /** The first invariant that this step breaks, or null. */
    static @Nullable Violation broken(ToolState before, ToolEvent event, Step<?> step) {
        if (step instanceof Step.Moved<?> moved) {
            Move move = new Move(before, event, moved);
            for (Invariant<Move> invariant : ALL) {
                String failure = invariant.check().failure(move);
                if (failure != null) {
                    return new Violation(invariant.id(), invariant.level(), failure);
                }
            }
        }
        return null;
    }

    private static @Nullable String settledAgain(Move move) {
        return move.before() instanceof ToolState.Settled settled && move.delivers()
                ? "call " + move.event().callId() + " has settled as "
                        + settled.result().status().printed() + " and a second result came"
                : null;
    }

    private static @Nullable String resultOutOfNowhere(Move move) {
        return move.before() instanceof ToolState.Absent && move.delivers()
                ? "a result came for " + move.event().callId() + ", which nobody called"
                : null;
    }

    private static @Nullable String ranUnapproved(Move move) {
        return move.before() instanceof ToolState.AwaitingApproval && move.runs()
                ? "call " + move.event().callId() + " still waits for its approval"
                : null;
    }

    private static @Nullable String ranUnadmitted(Move move) {
        return move.before() instanceof ToolState.Permitted && move.runs()
                ? "call " + move.event().callId() + " has not been looked at by the sandbox"
                : null;
    }
}
