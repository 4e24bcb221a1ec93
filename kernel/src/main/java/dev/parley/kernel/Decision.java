package dev.parley.kernel;

import java.util.List;

/** The outcome of a request. */
public enum Decision {
    ALLOWED(0, "allowed"),
    DENIED(1, "denied"),
    HALTED(2, "halted");

    private final int code;
    private final String printed;

    Decision(int code, String printed) {
        this.code = code;
        this.printed = printed;
    }

    /** The number under which this decision is recorded. */
    int code() {
        return code;
    }

    public String printed() {
        return printed;
    }

    /** What these violations amount to: warnings let a request pass. */
    static Decision from(List<Violation> violations) {
        Decision decision = ALLOWED;
        for (int i = 0; i < violations.size(); i++) {
            Level level = violations.get(i).level();
            if (level == Level.HALT) {
                return HALTED;
            }
            if (level == Level.REJECT) {
                decision = DENIED;
            }
        }
        return decision;
    }
}
