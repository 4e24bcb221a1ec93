package dev.parley.session.time;

/** The order of what happens within one millisecond, first to last (ruling D2 and the scenario format). */
public enum Rank {
    AUTHORITY,
    CANCEL,
    USER,
    TIMER,
    PROVIDER,
    TOOL,
    COMMIT
}
