package dev.parley.kernel.tool;

import java.util.Locale;

/** How a call ended (ruling E4). */
public enum ToolStatus {
    SUCCESS,
    ERROR,
    TIMEOUT,
    CANCELLED,
    DENIED,
    SANDBOX_VIOLATION,
    /** The process was lost between dispatch and result: it may have run, and is never run again by itself. */
    UNKNOWN;

    public String printed() {
        return name().toLowerCase(Locale.ROOT);
    }
}
