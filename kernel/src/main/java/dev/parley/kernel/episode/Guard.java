package dev.parley.kernel.episode;

/** The condition that a row of the transition table lays on the episode's past. */
public enum Guard {
    NONE("", true),
    ACT_GOVERNS("latest decision is ACT", true),
    ESCALATE_GOVERNS("latest decision is ESCALATE", true),
    DEFER_OR_CANCEL_GOVERNS("latest decision is DEFER or CANCEL", true),
    /** The reference path of ruling C2, for as long as the ledger lives. */
    OPENED_BY_TOKEN("a token opened the episode", false),
    /** The reference path before its first decision. */
    OPENED_BY_TOKEN_UNDECIDED("a token opened the episode, nothing decided yet", false);

    private final String text;
    private final boolean condition;

    Guard(String text, boolean condition) {
        this.text = text;
        this.condition = condition;
    }

    /** The guard as it stands on an edge of the diagram; empty where there is none. */
    public String text() {
        return text;
    }

    /** True where a failing guard is a broken condition, false where it means that the row is not there at all. */
    boolean isCondition() {
        return condition;
    }

    boolean holds(Ledger ledger) {
        return switch (this) {
            case NONE -> true;
            case ACT_GOVERNS -> ledger.governedBy(Outcome.ACT);
            case ESCALATE_GOVERNS -> ledger.governedBy(Outcome.ESCALATE);
            case DEFER_OR_CANCEL_GOVERNS -> ledger.governedBy(Outcome.DEFER) || ledger.governedBy(Outcome.CANCEL);
            case OPENED_BY_TOKEN -> ledger.openedByToken();
            case OPENED_BY_TOKEN_UNDECIDED -> ledger.openedByToken() && ledger.decision() == null;
        };
    }
}
