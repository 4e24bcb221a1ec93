package dev.parley.replay.effect;

import dev.parley.kernel.event.ConversationEvents.RosterAgent;
import dev.parley.state.Agents;
import dev.parley.state.ConversationState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent that failed goes down before another turn begins, and no other agent does (ruling E5). */
final class Supervision {
    private static final Set<String> OF_THE_AGENT = Set.of("stuck", "fault");

    private final ConversationState state;
    /** The agent that has to go down next; empty for none. */
    private String owed = "";

    Supervision(ConversationState state) {
        this.state = state;
    }

    private Agents agents() {
        return state.agents();
    }

    private boolean isSupervised() {
        return agents().roster().values().stream().map(RosterAgent::parent).anyMatch(parent -> !parent.isEmpty());
    }

    /** A turn ended because its agent failed: that the agent ended has to follow. */
    void turnFailed(String reason, String agent) {
        if (isSupervised() && OF_THE_AGENT.contains(reason) && !agents().isHuman(agent)) {
            owed = agent;
        }
    }

    /** An agent has no budget left, and ends by it unless the budget says otherwise. */
    void spent(Moment moment) {
        String outcome = moment.text("outcome");
        if (isSupervised()
                && moment.text("scope").equals("agent")
                && (outcome.isEmpty() || outcome.equals("terminate"))) {
            owed = moment.text("id");
        }
    }

    /** What has to be recorded before another turn is proposed. */
    @Nullable
    Fault beforeTurn(Moment moment) {
        return owed.isEmpty() ? null : new Fault("agent.down of " + owed, moment.brief());
    }

    @Nullable
    Fault wentDown(Moment moment) {
        if (!owed.isEmpty() && !owed.equals(moment.text("agent"))) {
            return new Fault("agent.down of " + owed, moment.brief());
        }
        owed = "";
        return null;
    }

    /** Words are answered anew only if the agent failed in the turn that they were said in, by the agent that has the floor now. */
    @Nullable
    Fault tookOver(Moment moment, String answering) {
        if (!moment.text("agent").equals(answering)) {
            return new Fault("taken over by " + answering, "by " + moment.text("agent"));
        }
        return !agents().lastDown().isEmpty() && moment.number("of") == agents().lastDownIn()
                ? null
                : new Fault("an agent that failed in turn " + moment.number("of"), moment.brief());
    }
}
