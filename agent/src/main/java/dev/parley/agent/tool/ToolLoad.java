package dev.parley.agent.tool;

/** What a router holds for calls that have not settled. */
public record ToolLoad(int open, int origins, int waiters, int timers, int running) {
    public static final ToolLoad NONE = new ToolLoad(0, 0, 0, 0, 0);
}
