package dev.parley.pipeline.budget;

import java.util.Locale;
import java.util.Optional;

/** What a plan says is to be done when a budget runs out. */
public enum BudgetOutcome {
    /** Note it and go on. */
    CONTINUE,
    /** Go on with less: a shorter answer, a smaller model, fewer steps. */
    DEGRADE,
    /** Leave this path for the one that the plan names instead. */
    FALLBACK,
    /** End the scope; for a turn this is an abort. */
    TERMINATE;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<BudgetOutcome> of(String spelled) {
        for (BudgetOutcome outcome : values()) {
            if (outcome.spelled().equals(spelled)) {
                return Optional.of(outcome);
            }
        }
        return Optional.empty();
    }
}
