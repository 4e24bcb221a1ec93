package dev.parley.replay.effect;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is told about the budget of a turn: that it is nearly spent, and that it is, each of them once. A turn that goes on
 * beyond a budget breaks a rule, which is noted at once.
 */
final class BudgetFacts implements Facts {
    private static final String EXHAUSTED = "control.budget_exhausted";
    static final String RULE = "INV-AGENT-BUDGET";

    private final Owed owed;
    private final Set<String> told = new HashSet<>();
    private long turn;

    BudgetFacts(Owed owed) {
        this.owed = owed;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        if (!moment.kind().startsWith("control.budget_")) {
            return null;
        }
        String outcome = Moment.text(moment.payload(), "outcome");
        if (moment.kind().equals(EXHAUSTED) && !outcome.isEmpty() && !outcome.equals("terminate")) {
            owed.fact(
                    Owed.VIOLATION,
                    () -> Owed.VIOLATION + " " + RULE,
                    found -> found.text("id").equals(RULE));
        }
        if (!Moment.text(moment.payload(), "scope").equals("turn")) {
            return null;
        }
        if (moment.turn() != turn) {
            turn = moment.turn();
            told.clear();
        }
        String what = moment.kind() + " " + Moment.text(moment.payload(), "resource");
        return told.add(what) ? null : new Fault("one report of that in this turn", moment.brief());
    }
}
