package dev.parley.kernel.tool;

import dev.parley.kernel.Effect;

/** What is to be done about a call once the verdict is recorded. */
public sealed interface ToolEffect extends Effect {

    /**
     * Show the call to a person, and set a timer for the moment at which the question lapses.
     *
     * @param question the digest that the answer has to name
     */
    record AskApproval(ToolCall call, String question, long expiresAtMs) implements ToolEffect {}

    /** Take back the question and its timer. */
    record CloseApproval(String callId, ApprovalOutcome outcome) implements ToolEffect {}

    /** Run it now and set a timer for its deadline. Irreversible: waits for the durable acknowledgement (X9). */
    record RunTool(ToolCall call, Permit permit, long deadlineMs) implements ToolEffect {}

    /** Stop what runs, at once; nobody waits for it. */
    record StopTool(String callId) implements ToolEffect {}

    /** Hand the one result to whoever asked. Its content is with whoever reported it; the room knows its digest. */
    record DeliverResult(ToolResult result) implements ToolEffect {}
}
