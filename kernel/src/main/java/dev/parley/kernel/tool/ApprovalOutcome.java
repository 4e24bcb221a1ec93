package dev.parley.kernel.tool;

import java.util.Locale;

/** How a request for approval ended: four different facts in the record. */
public enum ApprovalOutcome {
    APPROVED,
    DENIED,
    EXPIRED,
    CANCELLED;

    public String printed() {
        return name().toLowerCase(Locale.ROOT);
    }
}
