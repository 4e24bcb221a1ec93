package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;

/**
 * What happened to a call. Every event carries the moment at which it happened, on the conversation's one timeline in
 * milliseconds; no verdict looks at any other clock (ruling X6).
 */
public sealed interface ToolEvent {
    String callId();

    long atMs();

    /** The model asked. */
    record CallProposed(ToolCall call, long atMs) implements ToolEvent {
        @Override
        public String callId() {
            return call.callId();
        }
    }

    /** The policy answered, with the terms of its configuration. */
    record PolicyDecided(String callId, Ruling ruling, ToolTerms terms, String reason, long atMs) implements ToolEvent {
        /** What a policy may answer. */
        public enum Ruling {
            ALLOW,
            ASK,
            DENY
        }
    }

    /** Somebody answered, having seen the arguments of this digest. */
    record ApprovalAnswered(String callId, boolean approved, Approver approver, String argumentsSha256, long atMs)
            implements ToolEvent {}

    record ApprovalTimedOut(String callId, long atMs) implements ToolEvent {}

    /** The sandbox lets the call pass. */
    record SandboxAdmitted(String callId, long atMs) implements ToolEvent {}

    /** The sandbox stopped the call before it ran. */
    record SandboxViolated(String callId, String violation, long atMs) implements ToolEvent {}

    /** The permit is presented, with what is about to run and the epoch in force. */
    record DispatchRequested(String callId, Permit permit, String argumentsSha256, long epoch, long atMs)
            implements ToolEvent {}

    record ProgressReported(String callId, Json progress, long atMs) implements ToolEvent {}

    /** The tool came back. Only these three endings are a tool's to report. */
    record ResultArrived(String callId, Ending ending, Json content, String reason, long atMs) implements ToolEvent {
        /** How a tool itself can end. */
        public enum Ending {
            SUCCESS(ToolStatus.SUCCESS),
            ERROR(ToolStatus.ERROR),
            SANDBOX_VIOLATION(ToolStatus.SANDBOX_VIOLATION);

            private final ToolStatus status;

            Ending(ToolStatus status) {
                this.status = status;
            }

            public ToolStatus status() {
                return status;
            }
        }
    }

    record DeadlinePassed(String callId, long atMs) implements ToolEvent {}

    record CancelRequested(String callId, String reason, long atMs) implements ToolEvent {}

    /** The process that held the call is gone; this is found at recovery. */
    record ProcessLost(String callId, long atMs) implements ToolEvent {}
}
