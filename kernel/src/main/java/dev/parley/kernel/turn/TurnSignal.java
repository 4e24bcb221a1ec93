package dev.parley.kernel.turn;

/** What can happen to a turn. Each signal carries the lease epoch of its sender, or {@link TurnState#NO_EPOCH}. */
public sealed interface TurnSignal {
    long epoch();

    record TurnOpenProposed(long epoch) implements TurnSignal {}

    record TurnOpened(long epoch) implements TurnSignal {}

    /** Why a proposed turn did not open; none of these is an abort. */
    record NotOpened(Why why, long epoch) implements TurnSignal {
        public enum Why {
            REJECT,
            DEFER,
            STALE_EPOCH_REJECT,
            DEAUTHORIZED_DRAIN
        }
    }

    record Committed(String reason, long epoch) implements TurnSignal {}

    record Aborted(String reason, long epoch) implements TurnSignal {}

    record Closed(long epoch) implements TurnSignal {}

    /** The person or the session no longer wants the turn. */
    record Cancelled(long epoch) implements TurnSignal {}

    /** This runtime may no longer speak for the conversation. */
    record AuthorityLost(long epoch) implements TurnSignal {}
}
