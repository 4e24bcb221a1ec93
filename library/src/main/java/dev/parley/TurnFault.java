package dev.parley;

/**
 * An answer that did not come. If the model threw something else than a {@link dev.parley.kernel.port.Model.ModelFailure}, the person
 * was told so in one sentence and the turn ended with reason {@code fault}; if it failed or took too long, with
 * {@code provider_error} or {@code provider_timeout}. The conversation goes on.
 */
public final class TurnFault extends RuntimeException {
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
