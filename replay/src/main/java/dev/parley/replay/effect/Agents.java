package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The agents of a conversation: who is on its roster, who has ended, and whether each ending and restart was due (ruling E5). */
final class Agents {
    private static final String ALONE = "agent";
    private static final Set<String> OF_THE_AGENT = Set.of("stuck", "fault");

    private final Map<String, Json.Obj> roster = new LinkedHashMap<>();
    /** The humans who may take over. */
    private final Map<String, Json.Obj> humans = new HashMap<>();

    private final Set<String> down = new HashSet<>();
    private final Map<String, Set<Long>> restarts = new HashMap<>();
    /** How often each agent was restarted for the words that are answered again in the turn {@link #againIn}. */
    private final Map<String, Integer> retries = new HashMap<>();

    private long againIn;
    private boolean supervised;
    private String owed = "";
    private String fallen = "";
    private long fallenIn;

    @Nullable
    Fault enrolled(Moment moment) {
        if (!roster.isEmpty() || !humans.isEmpty()) {
            return new Fault("one roster", "a second one");
        }
        if (moment.payload().get("humans") instanceof Json.Arr(List<Json> all)) {
            for (Json each : all) {
                if (each instanceof Json.Obj human) {
                    humans.put(Moment.text(human, "id"), human);
                }
            }
        }
        if (moment.payload().get("agents") instanceof Json.Arr(List<Json> agents)) {
            for (Json agent : agents) {
                if (agent instanceof Json.Obj member) {
                    roster.put(Moment.text(member, "id"), member);
                    supervised = supervised || member.has("parent");
                }
            }
        }
        return null;
    }

    /** Whether the conversation names its agents. */
    boolean areNamed() {
        return !roster.isEmpty();
    }

    /** Whether this is a human who may take over, for whom no model answers. */
    boolean isHuman(String actor) {
        return humans.containsKey(actor);
    }

    boolean isEnrolled(String actor) {
        return isHuman(actor) || isAgent(actor);
    }

    private boolean isAgent(String actor) {
        return roster.isEmpty() ? actor.equals(ALONE) : roster.containsKey(actor);
    }

    String first() {
        return roster.isEmpty() ? ALONE : roster.keySet().iterator().next();
    }

    /** The priority that the roster gives this agent, null if it is not on it. */
    @Nullable
    Long priority(String agent) {
        Json.Obj member = roster.getOrDefault(agent, humans.get(agent));
        return member == null ? null : Moment.number(member, "priority");
    }

    boolean isDown(String agent) {
        return down.contains(agent);
    }

    boolean isNobodyLeft() {
        return !roster.isEmpty() && down.containsAll(roster.keySet());
    }

    /** A turn ended because its agent failed: that the agent ended has to follow. */
    void turnFailed(String reason, String agent) {
        if (supervised && OF_THE_AGENT.contains(reason) && !isHuman(agent)) {
            owed = agent;
        }
    }

    /** An agent has no budget left, and ends by it unless the budget says otherwise. */
    void spent(Moment moment) {
        String outcome = moment.text("outcome");
        if (supervised
                && moment.kind().equals("control.budget_exhausted")
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
    Fault ended(Moment moment) {
        String agent = moment.text("agent");
        Json.Obj member = roster.get(agent);
        String parent = member == null ? moment.text("parent") : Moment.text(member, "parent");
        boolean again = !areNamed() && fallen.equals(agent) && fallenIn == moment.turn();
        if (!isAgent(agent) || down.contains(agent) || again) {
            return new Fault("an agent that has not ended yet", agent);
        }
        if (!owed.isEmpty() && !owed.equals(agent)) {
            return new Fault("agent.down of " + owed, moment.brief());
        }
        if (!parent.equals(moment.text("parent"))) {
            return new Fault("told to " + parent, "told to " + moment.text("parent"));
        }
        owed = "";
        fell(agent, moment.turn());
        if (areNamed()) {
            down.add(agent);
        }
        return null;
    }

    private void fell(String agent, long turn) {
        fallen = agent;
        fallenIn = turn;
        if (turn != 0 && turn != againIn) {
            retries.clear();
        }
    }

    /** An end or a restart from before the record begins. */
    void remember(Moment past) {
        String agent = past.text("agent");
        if (past.kind().equals("agent.restarted")) {
            down.remove(agent);
            restarts.computeIfAbsent(agent, _ -> new HashSet<>()).add(past.nowMs());
            return;
        }
        fell(agent, past.turn());
        if (areNamed()) {
            down.add(agent);
        }
    }

    /** A restart follows the end of that agent, and no more often than the roster says, also for the same words. */
    @Nullable
    Fault restarted(Moment moment) {
        String agent = moment.text("agent");
        if (!fallen.equals(agent) || !down.remove(agent)) {
            return new Fault("agent.down of " + agent + " before its restart", moment.brief());
        }
        Json.Obj limit = Moment.object(roster.getOrDefault(agent, Json.Obj.EMPTY), "restart");
        long nowMs = moment.nowMs();
        Set<Long> before = restarts.computeIfAbsent(agent, _ -> new HashSet<>());
        before.removeIf(then -> nowMs - then >= Moment.number(limit, "within_ms"));
        before.add(nowMs);
        long max = Moment.number(limit, "max");
        int sameWords = fallenIn == 0 ? 0 : retries.merge(agent, 1, Integer::sum);
        return before.size() <= max && sameWords <= max ? null : new Fault(max + " restarts", "one more of " + agent);
    }

    /** Words are answered anew only if the agent failed in the turn that they were said in, by whoever has the floor now. */
    @Nullable
    Fault tookOver(Moment moment, String answering) {
        againIn = moment.turn();
        if (!moment.text("agent").equals(answering)) {
            return new Fault("taken over by " + answering, "by " + moment.text("agent"));
        }
        return !fallen.isEmpty() && moment.number("of") == fallenIn
                ? null
                : new Fault("an agent that failed in turn " + moment.number("of"), moment.brief());
    }
}
