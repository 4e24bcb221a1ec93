package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentRestarted;
import dev.parley.kernel.event.AgentEvents.AgentTookOver;
import dev.parley.kernel.event.AgentEvents.AgentWentDown;
import dev.parley.kernel.event.ConversationEvents.AgentRestartLimit;
import dev.parley.kernel.event.ConversationEvents.RosterAgent;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.kernel.event.ConversationEvents.RosterHuman;
import dev.parley.kernel.event.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a conversation: who is on its roster, who is down, and how often each was restarted (ruling E5).
 *
 * @param roster by id, in the order of the roster; empty where the conversation has one agent without a name
 * @param humans who may take over, by id
 * @param isDeclared whether the present runtime has declared the roster
 * @param down the agents that are down, in the order in which they went
 * @param restarts when each agent was restarted, oldest first, as far back as the roster counts
 * @param retries how often each agent was restarted for words that are answered again
 * @param lastDown the agent that went down last; empty for none
 * @param lastDownIn the turn in which it did
 * @param answeredAgainIn the turn in which the words of a failed agent are answered again
 */
public record Agents(
        Map<String, RosterAgent> roster,
        Map<String, RosterHuman> humans,
        boolean isDeclared,
        Map<String, Down> down,
        Map<String, List<Long>> restarts,
        Map<String, Integer> retries,
        String lastDown,
        long lastDownIn,
        long answeredAgainIn) {

    /** Why an agent is down, and the event that says so. */
    public record Down(String reason, long eventId) {}

    static final Slice<Agents> SLICE = new AgentsSlice();

    /** The agent of a conversation that names none. */
    private static final String ALONE = "agent";

    private static final AgentRestartLimit NEVER = new AgentRestartLimit(0, 0);

    private static final Agents NONE = new Agents(Map.of(), Map.of(), false, Map.of(), Map.of(), Map.of(), "", 0, 0);

    /** Whether the conversation names its agents. */
    public boolean areNamed() {
        return !roster.isEmpty();
    }

    /** Whether this is a human who may take over. */
    public boolean isHuman(String id) {
        return humans.containsKey(id);
    }

    public boolean isAgent(String id) {
        return roster.isEmpty() ? id.equals(ALONE) : roster.containsKey(id);
    }

    /** The agent that has the floor when the conversation opens. */
    public String first() {
        return roster.isEmpty() ? ALONE : roster.keySet().iterator().next();
    }

    /** The priority that the roster gives this agent or human; null where it names neither. */
    public @Nullable Long priority(String id) {
        RosterAgent agent = roster.get(id);
        RosterHuman human = humans.get(id);
        return agent != null ? Long.valueOf(agent.priority()) : human == null ? null : Long.valueOf(human.priority());
    }

    public boolean isDown(String agent) {
        return down.containsKey(agent);
    }

    /** Whether this roster is the present one. */
    public boolean isDeclared(RosterDeclared other) {
        return List.copyOf(roster.values()).equals(other.agents() == null ? List.of() : other.agents())
                && List.copyOf(humans.values()).equals(other.humans() == null ? List.of() : other.humans());
    }

    /** How often this agent may be restarted. */
    AgentRestartLimit limit(String agent) {
        RosterAgent member = roster.get(agent);
        return member == null || member.restart() == null ? NEVER : member.restart();
    }

    /** Whether every agent of the roster is down. */
    public boolean areAllDown() {
        return areNamed() && down.keySet().containsAll(roster.keySet());
    }

    /** When this agent was restarted, as far back as counts. */
    public List<Long> restarts(String agent) {
        return restarts.getOrDefault(agent, List.of());
    }

    /** How often this agent was restarted in the time before now. */
    public long restartsWithin(String agent, long withinMs, long nowMs) {
        return restarts(agent).stream().filter(then -> nowMs - then < withinMs).count();
    }

    /** How often this agent was restarted for the words that are answered again. */
    public int retries(String agent) {
        return retries.getOrDefault(agent, 0);
    }

    private static final class AgentsSlice implements Slice<Agents> {
        @Override
        public Agents initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(RosterDeclared.class, AgentWentDown.class, AgentRestarted.class, AgentTookOver.class);
        }

        @Override
        public Agents apply(Agents before, Recorded event) {
            return switch (event.event()) {
                case RosterDeclared roster -> before.declared(roster);
                case AgentWentDown down -> before.wentDown(down, event);
                case AgentRestarted restarted -> before.restarted(restarted, event);
                case AgentTookOver _ -> before.answeredAgain(event.turn());
                default -> before;
            };
        }

        @Override
        public Agents takenOver(Agents before, long lastTurn) {
            return before.undeclared();
        }
    }

    private Agents declared(RosterDeclared declared) {
        Map<String, RosterAgent> agents = new LinkedHashMap<>();
        Map<String, RosterHuman> takers = new LinkedHashMap<>();
        if (declared.agents() != null) {
            declared.agents().forEach(agent -> agents.put(agent.id(), agent));
        }
        if (declared.humans() != null) {
            declared.humans().forEach(human -> takers.put(human.id(), human));
        }
        Map<String, Down> stillDown = new LinkedHashMap<>(down);
        stillDown.keySet().retainAll(agents.keySet());
        return new Agents(agents, takers, true, stillDown, restarts, retries, lastDown, lastDownIn, answeredAgainIn);
    }

    private Agents wentDown(AgentWentDown event, Recorded at) {
        boolean otherWords = at.turn() != 0 && at.turn() != answeredAgainIn;
        Map<String, Down> all = new LinkedHashMap<>(down);
        if (areNamed()) {
            all.put(event.agent(), new Down(event.reason(), at.id()));
        }
        return new Agents(
                roster,
                humans,
                isDeclared,
                all,
                restarts,
                otherWords ? Map.of() : retries,
                event.agent(),
                at.turn(),
                answeredAgainIn);
    }

    private Agents restarted(AgentRestarted event, Recorded at) {
        Map<String, Down> others = new LinkedHashMap<>(down);
        others.remove(event.agent());
        List<Long> times = new ArrayList<>(restarts(event.agent()));
        times.removeIf(then -> at.atMs() - then >= limit(event.agent()).withinMs());
        times.add(at.atMs());
        Map<String, List<Long>> all = new HashMap<>(restarts);
        all.put(event.agent(), List.copyOf(times));
        Map<String, Integer> again = new HashMap<>(retries);
        if (lastDownIn != 0) {
            again.merge(event.agent(), 1, Integer::sum);
        }
        return new Agents(roster, humans, isDeclared, others, all, again, lastDown, lastDownIn, answeredAgainIn);
    }

    private Agents undeclared() {
        return new Agents(roster, humans, false, down, restarts, retries, lastDown, lastDownIn, answeredAgainIn);
    }

    private Agents answeredAgain(long turn) {
        return new Agents(roster, humans, isDeclared, down, restarts, retries, lastDown, lastDownIn, turn);
    }
}
