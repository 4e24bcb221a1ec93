package dev.parley.agent.turn;

/** The answer to a wish to start a turn. */
public sealed interface TurnStart {
    record Started(long turn) implements TurnStart {}

    record Refused(String rule, String reason) implements TurnStart {}
}
