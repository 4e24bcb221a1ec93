package dev.parley.agent.turn;

/**
 * Who owns the turns of a conversation: opens and ends them, and records what was said in them. There is one owner. An
 * agent on its own has a {@link TurnEngine}; within a session the session is the owner and lends its turns
 * ({@link LentTurns}).
 */
public interface Turns {
    /** Starts the next turn of an agent. */
    TurnStart start(String agent);

    /** Starts a turn under an id that somebody else counted. */
    TurnStart start(String agent, long turn);

    /** Somebody works on the turn. */
    void alive(long turn);

    void userSaid(long turn, String agent, String by, String text);

    void assistantSaid(long turn, String agent, String text);

    /** Whether this was the turn's end, as of the two below; a turn ends once. */
    boolean complete(long turn, String reason);

    boolean interrupt(long turn, String reason);

    boolean fail(long turn, String reason);

    /** Takes up what an earlier process left. */
    void recover();
}
