package dev.parley.replay.effect;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is told about the budget of a turn: that it is nearly spent, and that it is, each of them once. */
final class BudgetFacts implements Facts {
    private final Set<String> told = new HashSet<>();
    private long turn;

    @Override
    public @Nullable Fault accept(Moment moment) {
        boolean aboutTurn = moment.kind().startsWith("control.budget_")
                && Moment.text(moment.payload(), "scope").equals("turn");
        if (!aboutTurn) {
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
