package dev.parley;

import java.util.Map;

/**
 * An answer that did not come. If the model threw something else than a {@link dev.parley.kernel.port.Model.ModelFailure}, the person
 * was told so in one sentence and the turn ended with reason {@code fault}; if it failed or took too long, with
 * {@code provider_error} or {@code provider_timeout}. A turn may also have spent its budget, or be given up because nothing happened in
 * it. The conversation goes on.
 */
public final class TurnFault extends RuntimeException {
    /** Why a turn ends that nobody stopped, in words. */
    static final Map<String, String> GIVEN_UP = Map.of(
            "budget", "its budget is spent, or the model called tools without end",
            "agent_budget", "the budget of its agent is spent",
            "stuck", "nothing happened in it for too long");

    private static final long serialVersionUID = 1;

    private final long turn;

    TurnFault(long turn, String what) {
        super("turn " + turn + " ended: " + what);
        this.turn = turn;
    }

    /** The turn that ended. */
    public long turn() {
        return turn;
    }
}
