package dev.parley.session.think;

import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.session.event.Reply;
import dev.parley.session.speak.Sentence;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.time.BudgetWatch;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a turn costs, held to its own budget and to that of the agent that answers. Where both are spent at once, the agent's
 * counts: it ends in the turn that spent it.
 */
final class Spending {
    /** A model that calls tools for ever ends here. */
    private static final int ROUNDS_MAX = 64;

    private static final String OF_THE_TURN = "budget";

    private final BudgetWatch budget;
    private final Supervisor supervisor;
    private final LongSupplier charactersMax;
    private int rounds;
    /** How much of the answer that is being written was handed out. */
    private long characters;

    /** How much of the answer that is being written is paid for. */
    private long charged;

    /** @param charactersMax how long one answer of the model may be */
    Spending(BudgetWatch budget, Supervisor supervisor, LongSupplier charactersMax) {
        this.charactersMax = charactersMax;
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
        long more = left(tokensSoFar);
        charged = tokensSoFar;
        if (!supervisor.spend(Resource.TOKENS, more)) {
            return Supervisor.AGENT_BUDGET;
        }
        return budget.spend(Resource.TOKENS, more) ? null : OF_THE_TURN;
    }

    /** What is not paid for yet of an answer that has cost so much. One that another provider began anew costs both times. */
    long left(long tokensSoFar) {
        return tokensSoFar < charged ? tokensSoFar : tokensSoFar - charged;
    }

    /** A call is complete while the answer is still being written. */
    @Nullable
    String call() {
        return supervisor.spend(Resource.TOOL_CALLS, 1) ? null : Supervisor.AGENT_BUDGET;
    }

    /** A sentence of the present answer is complete. Returns why it is not said and the turn ends, null if it is. */
    @Nullable
    String wrote(Sentence sentence) {
        characters += sentence.text().length();
        return characters > charactersMax.getAsLong() ? OF_THE_TURN : null;
    }

    /** What comes in one piece is as long as the model made it; the runtime's own words are nobody's to bound. */
    private boolean isTooLong(Reply reply) {
        return reply.says().length() > charactersMax.getAsLong() && !reply.equals(Reply.own(reply.says()));
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
        charged = 0;
        characters = 0;
        boolean solvent =
                streamed || supervisor.spend(Resource.TOOL_CALLS, reply.calls().size());
        if (!solvent) {
            return Supervisor.AGENT_BUDGET;
        }
        boolean isOver = rounds > ROUNDS_MAX || (!streamed && isTooLong(reply));
        return spent == null && isOver ? OF_THE_TURN : spent;
    }
}
