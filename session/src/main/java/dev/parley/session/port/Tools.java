package dev.parley.session.port;

import dev.parley.kernel.json.Json;
import org.jspecify.annotations.Nullable;

/** The tools as the loop calls them: every request returns at once, every outcome is an event. */
public interface Tools {
    /** What is known about a tool, or null for one that is not listed: it never runs. */
    @Nullable
    Terms terms(String tool);

    void start(String callId, String tool, Json.Obj args);

    /** Asks a running call to stop; a call that complies answers with an event. */
    void cancel(String callId);

    /**
     * The conditions under which a tool runs.
     *
     * @param timeoutMs after which the call has timed out, or {@link #NO_TIMEOUT}
     */
    record Terms(boolean needsApproval, long timeoutMs, boolean cancelOnInterrupt) {
        public static final long NO_TIMEOUT = -1;
    }
}
