package dev.parley.kernel.episode;

/** A decision and what has been spent under it. */
final class DecisionAccount {
    private final Outcome outcome;
    private final Budgets budgets;
    private long directives;
    private long tokens;

    DecisionAccount(Outcome outcome, Budgets budgets) {
        this.outcome = outcome;
        this.budgets = budgets;
    }

    DecisionAccount copy() {
        DecisionAccount copy = new DecisionAccount(outcome, budgets);
        copy.directives = directives;
        copy.tokens = tokens;
        return copy;
    }

    Outcome outcome() {
        return outcome;
    }

    Budgets budgets() {
        return budgets;
    }

    boolean affordsDirective() {
        return directives < budgets.toolCallsMax();
    }

    boolean affordsTokens(long more) {
        return total(more) <= budgets.tokensMax();
    }

    void spendDirective() {
        directives++;
    }

    void spendTokens(long more) {
        tokens = total(more);
    }

    /** Saturates instead of overflowing, so that no sum of huge results looks small again. */
    private long total(long more) {
        long sum = tokens + more;
        return sum < tokens ? Long.MAX_VALUE : sum;
    }
}
