package dev.parley.agent;

import java.util.List;

/** What came of a turn. */
public sealed interface Answer {
    /** The agent has something to say. */
    record Said(long turn, String text) implements Answer {}

    /** The agent leaves the choice to a person; the next words are taken as the answer. */
    record Escalated(long turn, String question, List<String> options) implements Answer {}

    /** The turn ended without an answer, for one of the house's reasons. */
    record Ended(long turn, String reason) implements Answer {}

    /** The turn did not start. */
    record Refused(String rule, String reason) implements Answer {}
}
