package dev.parley.session.record;

/**
 * A conversation is not taken up, because events of it were written while the log was closed. Nothing is recorded of that: it
 * goes on as it was once an operator has adopted them.
 */
public final class UnaccountedRecord extends IllegalStateException {
    /** The rule by which it is refused. */
    public static final String RULE = "session.unaccounted";

    private static final long serialVersionUID = 1;

    UnaccountedRecord(UnaccountedEvents events) {
        super(events.whyItWaits());
    }
}
