package dev.parley.session.port;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.tool.ToolTerms;
import org.jspecify.annotations.Nullable;

/** The tools as the loop calls them: every request returns at once, every outcome is an event. */
public interface Tools {
    /** A timeout that never comes. */
    long NO_TIMEOUT = Long.MAX_VALUE / 4;

    /** What is known about a tool, or null for one that is not listed: it never runs. */
    @Nullable
    Listing listing(String tool);

    void start(String callId, String tool, Json.Obj args);

    /** Asks a running call to stop; a call that complies answers with an event. */
    void cancel(String callId);

    /**
     * A tool as the house lists it.
     *
     * @param answers how much its answers tell about the person for whom it was called
     */
    record Listing(boolean needsApproval, ToolTerms terms, Sensitivity answers) {

        /** A tool that does not say how much its answers tell: they count as personal. */
        public Listing(boolean needsApproval, ToolTerms terms) {
            this(needsApproval, terms, Sensitivity.PERSONAL);
        }
    }
}
