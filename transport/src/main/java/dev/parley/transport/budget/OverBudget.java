package dev.parley.transport.budget;

/** There are no bytes left for what a client wants; it is refused, and may try again later. */
public final class OverBudget extends Exception {
    public static final String CODE = "over_budget";

    private static final long serialVersionUID = 1;

    OverBudget(String detail) {
        super(detail, null, false, false);
    }

    /** The sentence for the client. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
