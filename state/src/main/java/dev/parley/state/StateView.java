package dev.parley.state;

/** The state of a conversation as rules and readers see it. */
public interface StateView {
    /** The newest lease under which anything was recorded, 0 for none. */
    long epoch();

    /** The highest number of a turn. */
    long lastTurn();

    Phase phase();

    ReplyNumbers replies();

    /** The line to the client. */
    Line line();

    Halt halt();

    Turns turns();

    Takeover takeover();

    /** The state of the agent as it is shown. */
    ShownState shown();

    /** The replies of the open turn. */
    Replies openReplies();

    /** The tool calls. */
    Calls calls();

    /** The calls that the model of the present turn requested. */
    RequestedCalls requestedCalls();

    /** What people are asked about calls. */
    Questions questions();

    /** The questions that nobody has answered. */
    UnansweredQuestions unansweredQuestions();

    /** Which agents there are, and how they are. */
    Agents agents();

    /** Who is heard. */
    Voices voices();

    /** Which provider calls are open. */
    ProviderCalls providers();

    /** What waits for a turn. */
    Words words();

    /** What the session keeps for good. */
    SessionValues values();

    /** Whether something new may happen in this turn. */
    default boolean isActive(long turn) {
        return turns().isActive(turn) && !halt().isHalted();
    }
}
