package dev.parley.session.supervise;

import dev.parley.kernel.event.AgentEvents.AgentRestarted;
import dev.parley.kernel.event.AgentEvents.AgentUsageRecorded;
import dev.parley.kernel.event.AgentEvents.AgentWentDown;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Roster.Member;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.time.LoopClock;
import dev.parley.state.Agents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one supervisor of a conversation (ruling E5). An agent that fails ends alone: that is recorded, its parent is told, and
 * the floor passes to the parent or to another agent that is left. It is restarted only if the roster asks for that, and no
 * more often than the roster allows. A budget that is spent stays spent, so a restart does not follow it. In a conversation
 * that names no agents there is nobody else: its agent has failed in one turn and begins the next one anew.
 */
public final class Supervisor {
    /** A turn of the agent showed no sign of life. */
    public static final String STUCK = "stuck";

    /** The agent has spent what it had for the whole conversation. Its turn ends with reason {@code budget}. */
    public static final String AGENT_BUDGET = "agent_budget";

    private static final String BUDGET = "budget";

    private final Roster roster;
    private final Recorder recorder;
    private final LoopClock clock;
    private final SpeechStreams streams;
    private final Map<String, AgentPurse> purses = new LinkedHashMap<>();
    private Runnable outOfTime = () -> {};
    private Consumer<BudgetSignal> shortage = _ -> {};
    private String onDuty = "";
    private long turn;

    public Supervisor(Roster roster, Recorder recorder, LoopClock clock, SpeechStreams streams) {
        this.roster = roster;
        this.recorder = recorder;
        this.clock = clock;
        this.streams = streams;
        for (Member member : roster.members()) {
            if (!member.budget().isUnlimited()) {
                purses.put(member.id(), new AgentPurse(member, clock, this::heard, 0));
            }
        }
    }

    /** Runs this when the agent that answers has no time left. */
    public void whenOutOfTime(Runnable action) {
        outOfTime = action;
    }

    /** Records what the budget of an agent says, and does what it says where the agent goes on all the same. */
    public void whenShort(Consumer<BudgetSignal> action) {
        shortage = action;
    }

    /** Whether a turn that ends for this reason shows that its agent has failed. */
    public static boolean isFailure(String reason) {
        return reason.equals(ProviderDesk.FAULT) || reason.equals(STUCK) || reason.equals(AGENT_BUDGET);
    }

    /** The reason of a turn whose agent failed so. */
    public static String reasonOfTurn(String failure) {
        return failure.equals(AGENT_BUDGET) ? BUDGET : failure;
    }

    /** Who is down, and how often they were restarted. */
    private Agents agents() {
        return recorder.state().agents();
    }

    /** The conversation has a past: what its agents have spent is spent. */
    public void takeUp(List<Rune> recorded) {
        for (Rune rune : recorded) {
            if (EventCatalogue.is(rune, AgentUsageRecorded.class)
                    && EventCatalogue.read(rune) instanceof AgentUsageRecorded spent) {
                takeUpSpent(spent);
            }
        }
        if (isNobodyLeft()) {
            streams.abandon();
        }
    }

    private void takeUpSpent(AgentUsageRecorded spent) {
        Member member = roster.member(spent.agent());
        if (member != null && purses.containsKey(spent.agent())) {
            purses.put(spent.agent(), AgentPurse.takenUp(member, clock, this::heard, spent));
        }
    }

    /** Who has the floor, empty while nobody has. */
    public String speaker() {
        return streams.speaker();
    }

    /** Whether a human has the floor, for whom no model answers. */
    public boolean isHumanSpeaking() {
        return roster.isHuman(streams.speaker());
    }

    /** The agent that gets the floor back: this one, else the first that has not ended; empty where none is left. */
    public String heir(String wanted) {
        return roster.members().stream()
                .map(Member::id)
                .filter(id -> !agents().isDown(id))
                .sorted(Comparator.comparing(id -> !id.equals(wanted)))
                .findFirst()
                .orElse("");
    }

    /** Whether no agent is left. */
    public boolean isNobodyLeft() {
        return roster.members().stream().allMatch(member -> agents().isDown(member.id()));
    }

    /** What an agent is told beside the conversation: which of those it looks after have ended. */
    public List<String> notesFor(String agent) {
        List<String> notes = new ArrayList<>();
        agents().down().forEach((other, fall) -> {
            Member member = roster.member(other);
            if (member != null && roster.parent(member).equals(agent)) {
                notes.add(other + " has ended: " + fall.reason() + ".");
            }
        });
        return notes;
    }

    /** A turn begins, and this agent answers in it. */
    public void begin(long newTurn, String agent) {
        turn = newTurn;
        onDuty = agent;
        goOn();
    }

    /** The time of the agent that answers runs. */
    public void goOn() {
        AgentPurse purse = purses.get(onDuty);
        if (purse != null) {
            purse.watch().run();
        }
    }

    /** The time of the agent that answers stands still. */
    public void pause() {
        AgentPurse purse = purses.get(onDuty);
        if (purse != null) {
            purse.watch().hold();
        }
    }

    /** The agent that answers uses something; false if that is more than it has left, and the agent ends by it. */
    public boolean spend(Resource resource, long amount) {
        AgentPurse purse = purses.get(onDuty);
        return purse == null || purse.spend(resource, amount);
    }

    /** This agent has used so much for an answer that nobody took. */
    public void charge(String agent, long tokens) {
        AgentPurse purse = purses.get(agent);
        if (purse != null) {
            purse.charge(Resource.TOKENS, tokens);
        }
    }

    /**
     * The turn is over. What its agent has spent so far is recorded, so that a later runtime knows it.
     *
     * @param unfinished the tokens of an answer that was cut off
     */
    public void end(long unfinished) {
        AgentPurse purse = purses.get(onDuty);
        if (purse != null) {
            purse.watch().hold();
            purse.charge(Resource.TOKENS, unfinished);
            recorder.write(purse.usage(onDuty), turn);
        }
        onDuty = "";
    }

    /** An agent that spent the last of its budget for an answer that was cut off ends now, not with its next answer. */
    public void endIfSpent(String agent, long inTurn) {
        AgentPurse purse = purses.get(agent);
        if (purse != null && !agents().isDown(agent) && !purse.spend(Resource.TOKENS, 0)) {
            failed(agent, AGENT_BUDGET, inTurn);
        }
    }

    private void heard(BudgetSignal signal) {
        shortage.accept(signal);
        boolean ends = signal instanceof BudgetSignal.Exhausted spent && spent.outcome() == BudgetOutcome.TERMINATE;
        if (ends && signal.resource() == Resource.WALL_MS) {
            outOfTime.run();
        }
    }

    /**
     * An agent has failed, and whatever it was doing has been stopped. It is restarted if the roster says so; else it ends, and
     * the floor that it had passes on. However slowly it fails, the same words restart it no more often than the roster says.
     *
     * @param inTurn the turn that it was answering in, 0 if it was not
     * @return whether somebody can answer in its place: the agent itself after a restart, or a successor
     */
    public boolean failed(String agent, String failure, long inTurn) {
        Member member = roster.member(agent);
        if (member == null || agents().isDown(agent)) {
            return false;
        }
        turn = inTurn;
        String reason = reasonOfTurn(failure);
        boolean again = !reason.equals(BUDGET) && !isSpent(agent) && mayRestart(member);
        recorder.write(new AgentWentDown(agent, reason, roster.parent(member), restarts(member)), turn);
        if (roster.isAlone()) {
            return false;
        }
        if (again) {
            restart(member);
            return true;
        }
        if (isNobodyLeft()) {
            streams.abandon();
        }
        return passOn(member);
    }

    private boolean isSpent(String agent) {
        AgentPurse purse = purses.get(agent);
        return purse != null && purse.watch().isOver(Resource.TOKENS);
    }

    private boolean mayRestart(Member member) {
        int most = member.restart().max();
        boolean again = turn == agents().answeredAgainIn();
        boolean sameWords = turn != 0 && (again ? agents().retries(member.id()) : 0) >= most;
        return restarts(member) < most && !sameWords;
    }

    private void restart(Member member) {
        Roster.Restart limit = member.restart();
        recorder.write(new AgentRestarted(member.id(), restarts(member) + 1, limit.max(), limit.withinMs()), turn);
    }

    /** How often an agent was restarted in the time that counts. */
    private long restarts(Member member) {
        return agents().restartsWithin(member.id(), member.restart().withinMs(), clock.nowMs());
    }

    private boolean passOn(Member ended) {
        if (!streams.speaker().equals(ended.id())) {
            return !streams.speaker().isEmpty();
        }
        streams.acted(ended.id(), "release", "");
        Member successor = successor(ended);
        if (successor == null) {
            return true;
        }
        streams.acted(successor.id(), "claim", "");
        return streams.speaker().equals(successor.id());
    }

    /** The parent, or its parent, and so on; else whoever is left with the highest priority. */
    private @Nullable Member successor(Member ended) {
        Set<String> seen = new HashSet<>();
        for (Member next = roster.member(roster.parent(ended));
                next != null && seen.add(next.id());
                next = roster.member(roster.parent(next))) {
            if (!agents().isDown(next.id())) {
                return next;
            }
        }
        return roster.members().stream()
                .filter(member -> !agents().isDown(member.id()))
                .max(Comparator.comparingInt(Member::priority))
                .orElse(null);
    }

    /**
     * Whether an agent may do something, or have something done to it; one that has ended may not, and that is recorded.
     *
     * @param actor who wants it
     * @param act what they want
     */
    public boolean mayAct(String agent, String actor, String act) {
        Agents.Down fall = agents().down().get(agent);
        if (fall != null) {
            recorder.because(fall.eventId());
            recorder.refusal(Roster.RULE, actor, act, agent + " has ended: " + fall.reason());
        }
        return fall == null;
    }
}
