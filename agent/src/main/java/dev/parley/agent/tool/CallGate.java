package dev.parley.agent.tool;

import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolTerms;
import org.jspecify.annotations.Nullable;

/**
 * Somebody else who has a say before a call may run: the episode, the command machine, a budget. A gate can only hold a
 * call back; none can let pass what the policy denies or skip what it asks.
 */
@FunctionalInterface
public interface CallGate {
    CallGate OPEN = (_, _) -> null;

    /** Why the call may not run, or null. */
    @Nullable
    String refusal(ToolCall call, ToolSpec spec);

    /** Why a call with this permit may not be dispatched after all, or null. Called once, just before the dispatch. */
    default @Nullable String dispatchRefusal(ToolCall call, ToolTerms terms, Permit permit) {
        return null;
    }

    /** A person is being asked about a call. Called under the router's lock, in the order of the record. */
    default void asked(String callId) {}

    /** The question is closed, whatever came of it. Called like {@link #asked}, once for each. */
    default void closed(String callId) {}
}
