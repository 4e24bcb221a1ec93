package dev.parley.kernel.people.household;

/** By whose rules a tool runs (ruling B18). */
public sealed interface ToolStanding {
    /** It is this command of the house, whatever it calls itself: the command machine decides for the person who asks. */
    record Command(CommandSpec spec) implements ToolStanding {}

    /** It is no command, and its own terms decide. */
    record OwnTerms() implements ToolStanding {}

    /** It changes the world and nobody has said on which terms: it is denied. */
    record Undeclared() implements ToolStanding {}
}
