package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentToolRequested;
import dev.parley.kernel.event.AgentEvents.RequestedTool;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.tool.CallId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls that the model of the present turn requested and that were not proposed yet.
 *
 * @param waiting in the order in which they were requested
 * @param isProposalDue whether a call was requested in the middle of a reply, which is proposed before anything else is requested
 * @param streamed the replies that the model is writing while they are spoken; their calls are requested one by one
 * @param isReplyDue whether the last reply requested calls, so that another reply has to follow
 */
public record RequestedCalls(
        List<RequestedTool> waiting, boolean isProposalDue, Set<Long> streamed, boolean isReplyDue) {
    static final Slice<RequestedCalls> SLICE = new RequestedCallsSlice();

    /** The actions of the turn room between which a model requests calls. */
    private static final Set<String> BOUNDS = Set.of("turn_open", "commit", "abort", "cancel", "authority_loss");

    private static final RequestedCalls NONE = new RequestedCalls(List.of(), false, Set.of(), false);

    /** What was requested under this id, which has a number of the runtime's if it was used before; null for nothing. */
    @Nullable
    RequestedTool find(String id) {
        RequestedTool found = null;
        for (RequestedTool each : waiting) {
            if (each.id().equals(id)) {
                return each;
            }
            found = found == null && CallId.base(each.id()).equals(CallId.base(id)) ? each : found;
        }
        return found;
    }

    private static final class RequestedCallsSlice implements Slice<RequestedCalls> {
        @Override
        public RequestedCalls initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    AgentReplyStarted.class,
                    AgentToolRequested.class,
                    AgentReplied.class,
                    ToolDecided.class,
                    TurnDecided.class);
        }

        @Override
        public RequestedCalls apply(RequestedCalls before, Recorded event) {
            return switch (event.event()) {
                case AgentReplyStarted reply -> before.begun(reply.reply());
                case AgentToolRequested request ->
                    before.requested(request.calls(), true, !request.calls().isEmpty());
                case AgentReplied reply -> before.replied(reply);
                case ToolDecided verdict
                when verdict.decided().action().equals(Calls.CALL) -> before.proposed(verdict.decided());
                case TurnDecided verdict when isBound(verdict.decided()) -> NONE;
                default -> before;
            };
        }
    }

    private static boolean isBound(Decided verdict) {
        return verdict.isAllowed() && BOUNDS.contains(verdict.action());
    }

    private RequestedCalls begun(long reply) {
        Set<Long> all = new HashSet<>(streamed);
        all.add(reply);
        return new RequestedCalls(waiting, isProposalDue, Set.copyOf(all), isReplyDue);
    }

    private RequestedCalls requested(List<RequestedTool> calls, boolean proposal, boolean reply) {
        List<RequestedTool> all = new ArrayList<>(waiting);
        all.addAll(calls);
        return new RequestedCalls(List.copyOf(all), proposal, streamed, reply);
    }

    private RequestedCalls replied(AgentReplied reply) {
        boolean hasCalls = !reply.calls().isEmpty();
        if (!streamed.contains(reply.reply())) {
            return requested(reply.calls(), isProposalDue, reply.about() == null ? hasCalls : isReplyDue);
        }
        Set<Long> others = new HashSet<>(streamed);
        others.remove(reply.reply());
        return new RequestedCalls(waiting, isProposalDue, Set.copyOf(others), hasCalls);
    }

    private RequestedCalls proposed(Decided verdict) {
        List<RequestedTool> rest = new ArrayList<>(waiting);
        RequestedTool found = verdict.isAllowed() ? find(verdict.target()) : null;
        if (found != null) {
            rest.remove(found);
        }
        return new RequestedCalls(List.copyOf(rest), false, streamed, isReplyDue);
    }
}
