package dev.parley.session.settings;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.event.ConversationEvents.AgentAllowance;
import dev.parley.kernel.event.ConversationEvents.AgentRestartLimit;
import dev.parley.kernel.event.ConversationEvents.RosterAgent;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.kernel.event.ConversationEvents.RosterHuman;
import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.budget.BudgetSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a conversation, their priorities and how they are supervised: configuration, never a request's own word
 * (rulings A2, A16, E5). The first of them has the floor when the conversation opens.
 *
 * @param humans who may take the floor from the agents; nobody answers for them
 */
public record Roster(List<Member> members, List<Human> humans) {
    /** The parent of an agent that no other agent looks after. */
    public static final String CONVERSATION = "conversation";

    /** The rule by which somebody is refused before a room is asked: they are not there, have ended, or have no floor. */
    public static final String RULE = "stream.roster";

    private static final int PRIORITY = 5;

    /**
     * One agent.
     *
     * @param parent who is told when it ends; empty for the first agent of the roster
     * @param budget what it may use in the whole conversation
     */
    public record Member(String id, int priority, String parent, BudgetSpec budget, Restart restart) {
        /** An agent without a budget of its own, which is not restarted. */
        public Member(String id, int priority) {
            this(id, priority, "", BudgetSpec.unlimited(), Restart.NEVER);
        }
    }

    /**
     * How often an agent that failed is restarted.
     *
     * @param max the most restarts
     * @param withinMs the time in which they are counted
     */
    public record Restart(int max, long withinMs) {
        public static final Restart NEVER = new Restart(0, 1);
    }

    /** A conversation with one agent. */
    public static final Roster ALONE = new Roster(List.of(new Member("agent", PRIORITY)));

    /**
     * Somebody who may take over.
     *
     * @param priority 1 to 10; what an agent of a lower one says is interrupted
     */
    public record Human(String id, int priority) {
        /** Above every agent whose priority nobody has raised. */
        public static final int PRIORITY = 9;

        public Human {
            if (id.isBlank() || ActorKind.of(id) != ActorKind.AGENT) {
                throw new IllegalArgumentException("a human who takes over cannot be called '" + id + "'");
            }
            if (priority < 1 || priority > 10) {
                throw new IllegalArgumentException("priorities are 1 to 10");
            }
        }
    }

    public Roster(List<Member> members) {
        this(members, List.of());
    }

    public Roster {
        members = List.copyOf(members);
        humans = List.copyOf(humans);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a conversation has at least one agent");
        }
        for (Human human : humans) {
            if (members.stream().anyMatch(member -> member.id().equals(human.id()))) {
                throw new IllegalArgumentException(human.id() + " is an agent already");
            }
        }
    }

    /** The same agents with somebody who may take over. */
    public Roster with(Human human) {
        List<Human> all = new ArrayList<>(humans);
        all.add(human);
        return new Roster(members, all);
    }

    /** Whether there is one agent, which nobody has named. */
    public boolean isAlone() {
        return members.equals(ALONE.members);
    }

    public boolean isHuman(String id) {
        return human(id) != null;
    }

    private @Nullable Human human(String id) {
        return humans.stream()
                .filter(human -> human.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    public String first() {
        return members.getFirst().id();
    }

    /** The agent of this name; null for none. */
    public @Nullable Member member(String id) {
        return members.stream()
                .filter(member -> member.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Who is told when this agent ends. */
    public String parent(Member member) {
        if (!member.parent().isEmpty()) {
            return member.parent();
        }
        return member.id().equals(first()) ? CONVERSATION : first();
    }

    public boolean knows(String id) {
        return member(id) != null || isHuman(id);
    }

    public int priority(String id) {
        Member member = member(id);
        Human human = human(id);
        return member != null ? member.priority() : human != null ? human.priority() : PRIORITY;
    }

    /** Who may have the floor, as far as that is not the one agent alone. */
    public RosterDeclared declared() {
        return new RosterDeclared(
                isAlone() ? null : members.stream().map(this::declared).toList(),
                humans.isEmpty()
                        ? null
                        : humans.stream()
                                .map(human -> new RosterHuman(human.id(), human.priority()))
                                .toList());
    }

    private RosterAgent declared(Member member) {
        Restart restart = member.restart();
        return new RosterAgent(
                member.id(),
                member.priority(),
                parent(member),
                restart.max() > 0 ? new AgentRestartLimit(restart.max(), restart.withinMs()) : null,
                member.budget().isUnlimited() ? null : allowance(member.budget()));
    }

    private static AgentAllowance allowance(BudgetSpec budget) {
        BudgetOutcome onExhausted = budget.onExhausted();
        return new AgentAllowance(
                limit(budget.timeMs()),
                limit(budget.tokens()),
                limit(budget.toolCalls()),
                onExhausted == BudgetOutcome.TERMINATE ? null : onExhausted.spelled());
    }

    private static @Nullable Long limit(long value) {
        return value == BudgetSpec.UNLIMITED ? null : value;
    }
}
