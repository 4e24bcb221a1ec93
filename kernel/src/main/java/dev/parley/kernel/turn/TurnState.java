package dev.parley.kernel.turn;

/** Where a turn stands. The epoch is the lease epoch under which it was proposed; no later signal changes it. */
public sealed interface TurnState {

    /** No turn; remembers the newest epoch proposed, so that an older one stays refused. */
    record Idle(long epoch) implements TurnState {}

    record Opening(long epoch) implements TurnState {}

    record Active(long epoch) implements TurnState {}

    record Terminal(long epoch, Outcome outcome, String reason) implements TurnState {}

    record Closed(long epoch, Outcome outcome, String reason) implements TurnState {}

    /** How an opened turn ended. */
    enum Outcome {
        COMMIT,
        ABORT
    }

    /** The epoch of a turn that no signal has given one. */
    long NO_EPOCH = -1;

    long epoch();

    default String printed() {
        return getClass().getSimpleName();
    }
}
