package dev.parley.session.speak;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.budget.BudgetSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a conversation, their priorities and how they are supervised: configuration, never a request's own word
 * (rulings A2, A16, E5). The first of them has the floor when the conversation opens.
 */
public record Roster(List<Member> members) {
    /** The parent of an agent that no other agent looks after. */
    public static final String CONVERSATION = "conversation";

    private static final int PRIORITY = 5;

    /**
     * One agent, or a human who may take over.
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

    public Roster {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a conversation has at least one agent");
        }
    }

    String first() {
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

    boolean knows(String id) {
        return member(id) != null;
    }

    int priority(String id) {
        Member member = member(id);
        return member == null ? PRIORITY : member.priority();
    }

    Json toJson() {
        return Json.of(members.stream().map(member -> (Json) toJson(member)).toList());
    }

    private Json.Obj toJson(Member member) {
        Json.Obj told = Json.Obj.EMPTY
                .with("id", member.id())
                .with("priority", member.priority())
                .with("parent", parent(member));
        if (member.restart().max() > 0) {
            told = told.with(
                    "restart",
                    Json.Obj.EMPTY
                            .with("max", member.restart().max())
                            .with("within_ms", member.restart().withinMs()));
        }
        BudgetSpec budget = member.budget();
        return budget.isUnlimited() ? told : told.with("budget", toJson(budget));
    }

    private static Json.Obj toJson(BudgetSpec budget) {
        Json.Obj told = Json.Obj.EMPTY;
        told = budget.timeMs() == BudgetSpec.UNLIMITED ? told : told.with("time_ms", budget.timeMs());
        told = budget.tokens() == BudgetSpec.UNLIMITED ? told : told.with("tokens", budget.tokens());
        return budget.toolCalls() == BudgetSpec.UNLIMITED ? told : told.with("tool_calls", budget.toolCalls());
    }
}
