package dev.parley.pipeline.budget;

import java.util.Locale;

/** What a budget is set for. */
public enum BudgetScope {
    AGENT,
    TURN,
    PATH,
    NODE,
    EDGE;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}
