package dev.parley.runelog.fault;

import dev.parley.kernel.Violation;
import org.jspecify.annotations.Nullable;

/** The log cannot go on here: an invariant is broken, or the disk does not answer. */
public final class LogFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Violation violation;

    public LogFault(Violation violation) {
        super(violation.id() + ": " + violation.reason());
        this.violation = violation;
    }

    public LogFault(String message) {
        super(message);
        this.violation = null;
    }

    public LogFault(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.violation = null;
    }

    /** The invariant that was broken, where the fault is of that kind. */
    public @Nullable Violation violation() {
        return violation;
    }
}
