package dev.parley.session.supervise;

import dev.parley.kernel.event.AgentEvents.AgentUsageRecorded;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.session.settings.Roster.Member;
import dev.parley.session.time.BudgetWatch;
import dev.parley.session.time.LoopClock;
import java.util.function.Consumer;

/** What one agent may use in a whole conversation, and what it has used. */
final class AgentPurse {
    private final BudgetWatch watch;
    private long tokens;
    private long calls;

    /** @param spentMs the time that it has used before */
    AgentPurse(Member agent, LoopClock clock, Consumer<BudgetSignal> listener, long spentMs) {
        this.watch = new BudgetWatch(BudgetScope.AGENT, agent.id(), agent.budget(), clock, listener, spentMs);
    }

    /** The purse of an agent that another runtime has recorded; what it told about it is not told again. */
    static AgentPurse takenUp(
            Member agent, LoopClock clock, Consumer<BudgetSignal> listener, AgentUsageRecorded spent) {
        AgentPurse purse = new AgentPurse(agent, clock, listener, spent.ms());
        purse.charge(Resource.TOKENS, spent.tokens());
        purse.charge(Resource.TOOL_CALLS, spent.toolCalls());
        purse.watch.forget();
        return purse;
    }

    BudgetWatch watch() {
        return watch;
    }

    boolean spend(Resource resource, long amount) {
        count(resource, amount);
        return watch.spend(resource, amount);
    }

    /** Counts what was used without an answer; see {@link BudgetWatch#charge}. */
    void charge(Resource resource, long amount) {
        count(resource, amount);
        watch.charge(resource, amount);
    }

    private void count(Resource resource, long amount) {
        if (resource == Resource.TOKENS) {
            tokens += amount;
        } else {
            calls += amount;
        }
    }

    /** The event that records what this agent has used. */
    AgentUsageRecorded usage(String agent) {
        return new AgentUsageRecorded(agent, watch.spentMs(), tokens, calls);
    }
}
