package dev.parley.kernel.port;

/** What is left of a budget. Work reserves before it starts and settles what it really used. */
public interface BudgetHandle {
    /** Reserves this much, or answers false and reserves nothing. */
    boolean reserve(Resource resource, long amount);

    /** Gives back the difference between what was reserved and what was used. */
    void settle(Resource resource, long reserved, long used);

    long remaining(Resource resource);

    /** What a budget counts. */
    enum Resource {
        TOKENS,
        TOOL_CALLS,
        WALL_MS
    }
}
