package dev.parley.session.think;

import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.port.Reply;
import dev.parley.session.supervise.Supervisor;
import org.jspecify.annotations.Nullable;

/** What a turn costs, held to its own budget and to that of the agent that answers. */
final class Spending {
    /** A model that calls tools for ever ends here. */
    private static final int ROUNDS_MAX = 64;

    private static final String OF_THE_TURN = "budget";

    private final BudgetSpec budget;
    private final Supervisor supervisor;
    private int rounds;
    private long tokens;
    /** How much of the answer that is being written is on the agent's account. */
    private long charged;

    Spending(BudgetSpec budget, Supervisor supervisor) {
        this.budget = budget;
        this.supervisor = supervisor;
    }

    /** How many answers of the model are complete. */
    int rounds() {
        return rounds;
    }

    /** The present answer has cost so much by now. Returns why the turn ends, null if it goes on. */
    @Nullable
    String soFar(long tokensSoFar) {
        long more = tokensSoFar - charged;
        charged = tokensSoFar;
        boolean solvent = supervisor.spend(Resource.TOKENS, more);
        return tokens + tokensSoFar > budget.tokens() ? OF_THE_TURN : solvent ? null : Supervisor.AGENT_BUDGET;
    }

    /** A call is complete while the answer is still being written. */
    @Nullable
    String call() {
        return supervisor.spend(Resource.TOOL_CALLS, 1) ? null : Supervisor.AGENT_BUDGET;
    }

    /**
     * An answer is complete.
     *
     * @param streamed whether its calls were counted one by one
     */
    @Nullable
    String round(Reply reply, boolean streamed) {
        rounds++;
        String spent = soFar(reply.tokens());
        tokens += reply.tokens();
        charged = 0;
        if (rounds > ROUNDS_MAX) {
            return OF_THE_TURN;
        }
        boolean solvent =
                streamed || supervisor.spend(Resource.TOOL_CALLS, reply.calls().size());
        return spent == null && !solvent ? Supervisor.AGENT_BUDGET : spent;
    }
}
