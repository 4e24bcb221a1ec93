package dev.parley.agent.tool;

/** How much an agent may do without asking. */
public enum ToolMode {
    /** Reads run; everything else is denied. */
    READ_ONLY,
    /** Reads run; everything else asks. */
    AUTO,
    /** Everything runs, except what a rule of its own holds back. */
    FULL_ACCESS
}
