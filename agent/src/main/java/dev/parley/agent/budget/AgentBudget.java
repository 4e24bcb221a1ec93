package dev.parley.agent.budget;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.port.BudgetHandle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tokens, tool calls and time of one turn; the time stands still while a person is asked (see {@link WorkTime}). */
public final class AgentBudget implements BudgetHandle {
    /** No limit. */
    public static final long UNLIMITED = Long.MAX_VALUE / 4;

    public static final String INVARIANT_ID = "INV-AGENT-BUDGET";

    static final Invariant<AgentBudget> WITHIN = new Invariant<>(
            INVARIANT_ID, Level.WARN, "An agent does not spend more than it was given.", AgentBudget::overspent);

    private final Map<Resource, Long> limits = new EnumMap<>(Resource.class);
    private final Map<Resource, Long> spent = new EnumMap<>(Resource.class);
    private final List<Invariant<AgentBudget>> invariants;

    public AgentBudget(long tokens, long toolCalls, long wallMs) {
        this(tokens, toolCalls, wallMs, List.of(WITHIN));
    }

    AgentBudget(long tokens, long toolCalls, long wallMs, List<Invariant<AgentBudget>> invariants) {
        limits.put(Resource.TOKENS, tokens);
        limits.put(Resource.TOOL_CALLS, toolCalls);
        limits.put(Resource.WALL_MS, wallMs);
        this.invariants = List.copyOf(invariants);
    }

    public static AgentBudget unlimited() {
        return new AgentBudget(UNLIMITED, UNLIMITED, UNLIMITED);
    }

    @Override
    public synchronized boolean reserve(Resource resource, long amount) {
        if (amount < 0 || amount > remaining(resource)) {
            return false;
        }
        spent.merge(resource, amount, Long::sum);
        return true;
    }

    /** Work that used more than it reserved is charged in full; the check after it finds that. */
    @Override
    public synchronized void settle(Resource resource, long reserved, long used) {
        spent.merge(resource, used - reserved, Long::sum);
    }

    @Override
    public synchronized long remaining(Resource resource) {
        return limits.getOrDefault(resource, 0L) - spent.getOrDefault(resource, 0L);
    }

    /** The check after each answer of a provider: what is broken, with its reason, or null. */
    public @Nullable Exhausted check() {
        for (Invariant<AgentBudget> invariant : invariants) {
            String failure = invariant.check().failure(this);
            if (failure != null) {
                return new Exhausted(invariant.id(), invariant.level(), failure);
            }
        }
        return null;
    }

    /** A budget that is spent. */
    public record Exhausted(String id, Level level, String reason) {}

    private static @Nullable String overspent(AgentBudget budget) {
        for (Resource resource : Resource.values()) {
            long left = budget.remaining(resource);
            if (left < 0) {
                return resource + " is overspent by " + -left;
            }
        }
        return null;
    }
}
