package dev.parley.agent;

import dev.parley.agent.budget.AgentBudget;
import java.util.function.Supplier;

/**
 * How an agent works.
 *
 * @param tokensPerReply what is reserved for one answer of the model
 * @param stuckMs a turn that gives no sign for this long is ended
 * @param budget what each turn may spend
 */
public record AgentSettings(
        String name, String conversation, long tokensPerReply, long stuckMs, Supplier<AgentBudget> budget) {
    private static final long TOKENS_PER_REPLY = 4_096;
    private static final long STUCK_MS = 60_000;

    public static AgentSettings of(String name, String conversation) {
        return new AgentSettings(name, conversation, TOKENS_PER_REPLY, STUCK_MS, AgentBudget::unlimited);
    }

    public AgentSettings withBudget(Supplier<AgentBudget> value) {
        return new AgentSettings(name, conversation, tokensPerReply, stuckMs, value);
    }
}
