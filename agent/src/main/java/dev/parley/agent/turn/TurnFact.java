package dev.parley.agent.turn;

/** What the turn invariants look at. */
sealed interface TurnFact {
    /** A turn is about to start; the open one of the same agent is 0 where there is none. */
    record Starting(String agent, long turn, long openTurn, long lastTurn) implements TurnFact {}

    /** The sweeper looks at an open turn. */
    record Watched(long turn, long lastSignAtMs, long nowMs, long stuckMs) implements TurnFact {}
}
