package dev.parley.kernel;

/** How grave a broken rule is: one ladder for the whole house (ruling X1). */
public enum Level {
    /** Logged. */
    INFO(0),
    /** Logged, alerts, goes on. */
    WARN(1),
    /** The request is denied. */
    REJECT(2),
    /** The request is denied and its conversation stops until an operator resumes it. */
    HALT(3);

    private final int code;

    Level(int code) {
        this.code = code;
    }

    /** The number under which this level is recorded. */
    int code() {
        return code;
    }
}
