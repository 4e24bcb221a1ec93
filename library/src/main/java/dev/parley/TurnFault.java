package dev.parley;

/**
 * An answer that did not come because the model threw something else than a {@link dev.parley.kernel.port.Model.ModelFailure}.
 * The person was told so in one sentence, the turn ended with reason {@code fault}, and the conversation goes on.
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
