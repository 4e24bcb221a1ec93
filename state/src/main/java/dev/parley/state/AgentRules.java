package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentRestarted;
import dev.parley.kernel.event.AgentEvents.AgentUsageRecorded;
import dev.parley.kernel.event.AgentEvents.AgentWentDown;
import dev.parley.kernel.event.ConversationEvents.AgentRestartLimit;
import dev.parley.kernel.event.ConversationEvents.RosterAgent;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of the agents in every record. */
final class AgentRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "agents.one_roster",
                    RosterDeclared.class,
                    "A conversation declares its agents once under each lease.",
                    AgentRules::declaredAgain),
            new Rule<>(
                    "agents.down_once",
                    AgentWentDown.class,
                    "Only an agent that is not down goes down.",
                    AgentRules::downAgain),
            new Rule<>(
                    "agents.parent",
                    AgentWentDown.class,
                    "The parent of an agent is told that it is down.",
                    AgentRules::otherParent),
            new Rule<>(
                    "agents.restart_after_down",
                    AgentRestarted.class,
                    "Only the agent that went down last is restarted.",
                    AgentRules::restartedWithoutFailing),
            new Rule<>(
                    "agents.restart_limit",
                    AgentRestarted.class,
                    "An agent is restarted no more often than the roster says, also for the same words.",
                    AgentRules::restartedTooOften),
            new Rule<>(
                    "agents.restart_terms",
                    AgentRestarted.class,
                    "A restart names the limit of the roster.",
                    AgentRules::restartedUnderOtherTerms),
            new Rule<>(
                    "agents.usage",
                    AgentUsageRecorded.class,
                    "Only agents of the roster have a budget.",
                    AgentRules::usageOfAStranger));

    private AgentRules() {}

    private static @Nullable Mismatch declaredAgain(StateView state, RosterDeclared roster, Recorded at) {
        Agents before = state.agents();
        return before.isDeclared() ? new Mismatch("one roster", "a second one") : null;
    }

    private static @Nullable Mismatch downAgain(StateView state, AgentWentDown down, Recorded at) {
        Agents before = state.agents();
        boolean inTheSameTurn = !before.areNamed()
                && at.turn() != 0
                && before.lastDown().equals(down.agent())
                && before.lastDownIn() == at.turn();
        return !before.isAgent(down.agent()) || before.isDown(down.agent()) || inTheSameTurn
                ? new Mismatch("an agent that is not down yet", down.agent())
                : null;
    }

    private static @Nullable Mismatch otherParent(StateView state, AgentWentDown down, Recorded at) {
        Agents before = state.agents();
        RosterAgent agent = before.roster().get(down.agent());
        return agent == null || agent.parent().equals(down.parent())
                ? null
                : new Mismatch("parent " + agent.parent(), "parent " + down.parent());
    }

    private static @Nullable Mismatch restartedWithoutFailing(StateView state, AgentRestarted restarted, Recorded at) {
        Agents before = state.agents();
        String agent = restarted.agent();
        return before.lastDown().equals(agent) && before.isDown(agent)
                ? null
                : new Mismatch("agent.down of " + agent + " before its restart", agent);
    }

    private static @Nullable Mismatch restartedTooOften(StateView state, AgentRestarted restarted, Recorded at) {
        Agents before = state.agents();
        String agent = restarted.agent();
        AgentRestartLimit limit = before.limit(agent);
        long times = 1 + before.restartsWithin(agent, limit.withinMs(), at.atMs());
        long sameWords = before.lastDownIn() == 0 ? 0 : 1 + before.retries(agent);
        return times <= limit.max() && sameWords <= limit.max()
                ? null
                : new Mismatch(limit.max() + " restarts", "one more of " + agent);
    }

    private static @Nullable Mismatch restartedUnderOtherTerms(StateView state, AgentRestarted restarted, Recorded at) {
        Agents before = state.agents();
        AgentRestartLimit limit = before.limit(restarted.agent());
        AgentRestartLimit named = new AgentRestartLimit(restarted.max(), restarted.withinMs());
        return named.equals(limit) ? null : new Mismatch(limit.toString(), named.toString());
    }

    private static @Nullable Mismatch usageOfAStranger(StateView state, AgentUsageRecorded usage, Recorded at) {
        Agents before = state.agents();
        return before.isAgent(usage.agent()) || before.isHuman(usage.agent())
                ? null
                : new Mismatch("an agent of the roster", usage.agent());
    }
}
