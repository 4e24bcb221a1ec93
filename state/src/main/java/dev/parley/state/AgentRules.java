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
    static final List<Rule<Agents, ?>> ALL = List.of(
            new Rule<>(
                    "agents.one_roster",
                    RosterDeclared.class,
                    "A conversation declares its agents once.",
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
                    "agents.usage",
                    AgentUsageRecorded.class,
                    "Only agents of the roster have a budget.",
                    AgentRules::usageOfAStranger));

    private AgentRules() {}

    private static @Nullable Mismatch declaredAgain(Agents before, RosterDeclared roster, Recorded at) {
        return before.areNamed() || !before.humans().isEmpty() ? new Mismatch("one roster", "a second one") : null;
    }

    private static @Nullable Mismatch downAgain(Agents before, AgentWentDown down, Recorded at) {
        boolean inTheSameTurn =
                !before.areNamed() && before.lastDown().equals(down.agent()) && before.lastDownIn() == at.turn();
        return !before.isAgent(down.agent()) || before.isDown(down.agent()) || inTheSameTurn
                ? new Mismatch("an agent that is not down yet", down.agent())
                : null;
    }

    private static @Nullable Mismatch otherParent(Agents before, AgentWentDown down, Recorded at) {
        RosterAgent agent = before.roster().get(down.agent());
        return agent == null || agent.parent().equals(down.parent())
                ? null
                : new Mismatch("told to " + agent.parent(), "told to " + down.parent());
    }

    private static @Nullable Mismatch restartedWithoutFailing(Agents before, AgentRestarted restarted, Recorded at) {
        String agent = restarted.agent();
        return before.lastDown().equals(agent) && before.isDown(agent)
                ? null
                : new Mismatch("agent.down of " + agent + " before its restart", agent);
    }

    private static @Nullable Mismatch restartedTooOften(Agents before, AgentRestarted restarted, Recorded at) {
        String agent = restarted.agent();
        RosterAgent member = before.roster().get(agent);
        AgentRestartLimit limit = member == null ? null : member.restart();
        long max = limit == null ? 0 : limit.max();
        long within = limit == null ? 0 : limit.withinMs();
        long times = 1 + before.restartsWithin(agent, within, at.atMs());
        long sameWords = before.lastDownIn() == 0 ? 0 : 1 + before.retries(agent);
        return times <= max && sameWords <= max ? null : new Mismatch(max + " restarts", "one more of " + agent);
    }

    private static @Nullable Mismatch usageOfAStranger(Agents before, AgentUsageRecorded usage, Recorded at) {
        return before.isAgent(usage.agent()) || before.isHuman(usage.agent())
                ? null
                : new Mismatch("an agent of the roster", usage.agent());
    }
}
