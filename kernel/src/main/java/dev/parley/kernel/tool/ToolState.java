package dev.parley.kernel.tool;

import org.jspecify.annotations.Nullable;

/** Where a call stands. */
public sealed interface ToolState {
    /** No call with this id was ever proposed. */
    record Absent() implements ToolState {}

    record Proposed(ToolCall call) implements ToolState {}

    /**
     * A person is asked.
     *
     * @param mode the company in which the question was put
     * @param question the digest of call, tool, arguments, company, conversation, time and the words that ask; an answer has to name it
     */
    record AwaitingApproval(
            ToolCall call, ToolTerms terms, String mode, String question, long requestedAtMs, long expiresAtMs)
            implements ToolState {
        /** The question was heard to its end then. It never lapses later than it would have. */
        AwaitingApproval heard(long atMs) {
            long lapsesMs = Math.min(expiresAtMs, atMs + terms.approvalTimeoutMs());
            return new AwaitingApproval(call, terms, mode, question, requestedAtMs, lapsesMs);
        }
    }

    /** Allowed by policy or by a person; the sandbox has not looked at it. */
    record Permitted(ToolCall call, ToolTerms terms, Permit permit) implements ToolState {}

    /** The sandbox lets it pass; its permit waits to be spent. */
    record Admitted(ToolCall call, ToolTerms terms, Permit permit) implements ToolState {}

    record Dispatched(ToolCall call, ToolTerms terms, long startedAtMs, long deadlineMs) implements ToolState {}

    record Settled(ToolCall call, ToolResult result) implements ToolState {}

    /** The call, or null while there is none. */
    default @Nullable ToolCall made() {
        return switch (this) {
            case Absent _ -> null;
            case Proposed(ToolCall call) -> call;
            case AwaitingApproval awaiting -> awaiting.call();
            case Permitted permitted -> permitted.call();
            case Admitted admitted -> admitted.call();
            case Dispatched dispatched -> dispatched.call();
            case Settled settled -> settled.call();
        };
    }

    default boolean open() {
        return !(this instanceof Absent || this instanceof Settled);
    }
}
