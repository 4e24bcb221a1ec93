package dev.parley.kernel;

/** How grave a broken rule is: one ladder for the whole house (ruling X1). */
public enum Level {
    /** Logged. */
    INFO,
    /** Logged, alerts, goes on. */
    WARN,
    /** The request is denied. */
    REJECT,
    /** The request is denied and its conversation stops until an operator resumes it. */
    HALT
}
