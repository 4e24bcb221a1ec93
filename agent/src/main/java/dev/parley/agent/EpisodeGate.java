package dev.parley.agent;

import dev.parley.agent.budget.AgentBudget;
import dev.parley.agent.budget.WorkTime;
import dev.parley.agent.episode.EpisodeScribe;
import dev.parley.agent.tool.CallGate;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolTerms;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets a call pass only if an episode stands behind it that is at a point where it may act, and while the turn's budget
 * has a call left. A call that no turn announced is refused. While a person is asked, the agent's time stands still.
 */
final class EpisodeGate implements CallGate {
    private final CallGate further;
    private final WorkTime work;
    private final Map<String, Announced> announced = new ConcurrentHashMap<>();

    private record Announced(EpisodeScribe scribe, AgentBudget budget) {}

    EpisodeGate(CallGate further, WorkTime work) {
        this.further = further;
        this.work = work;
    }

    void announce(String callId, EpisodeScribe scribe, AgentBudget budget) {
        announced.putIfAbsent(callId, new Announced(scribe, budget));
    }

    /** All calls of a turn that an earlier process began. */
    void announceTurn(long turn, EpisodeScribe scribe, AgentBudget budget) {
        announced.putIfAbsent(turnPrefix(turn), new Announced(scribe, budget));
    }

    void forgetTurn(long turn) {
        announced.remove(turnPrefix(turn));
    }

    static String turnPrefix(long turn) {
        return "turn_" + turn + ".";
    }

    private @Nullable Announced behind(String callId) {
        Announced exactly = announced.get(callId);
        return exactly != null ? exactly : announced.get(callId.substring(0, callId.indexOf('.') + 1));
    }

    void forget(String callId) {
        announced.remove(callId);
    }

    @Override
    public @Nullable String refusal(ToolCall call, ToolSpec spec) {
        Announced behind = behind(call.callId());
        if (behind == null || !behind.scribe().mayAct()) {
            return "no episode allows the call";
        }
        String refusal = further.refusal(call, spec);
        if (refusal != null) {
            return refusal;
        }
        return behind.budget().reserve(Resource.TOOL_CALLS, 1) ? null : "the budget of tool calls is spent";
    }

    @Override
    public @Nullable String dispatchRefusal(ToolCall call, ToolTerms terms, Permit permit) {
        Announced behind = behind(call.callId());
        if (behind == null) {
            return "no episode allows the call";
        }
        String refusal = further.dispatchRefusal(call, terms, permit);
        return refusal == null ? behind.scribe().direct(call, terms, permit) : refusal;
    }

    @Override
    public void asked(String callId) {
        work.hold();
        further.asked(callId);
    }

    @Override
    public void closed(String callId) {
        work.release();
        further.closed(callId);
    }
}
