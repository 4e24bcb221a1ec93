package dev.parley.session.turn;

import dev.parley.kernel.Level;
import dev.parley.kernel.json.Json;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.provider.Modality;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import java.util.List;
import java.util.Locale;

/**
 * What a turn does when something runs short, as its pipeline says (stream pipeline item 19): go on, do with less, ask another
 * provider, or end. Every outcome is recorded before it counts. What is given up is given up for this turn alone.
 */
final class Degradation {
    private static final String SHORT_OF_BUDGET = "INV-AGENT-BUDGET";

    private final Recorder recorder;
    private final ProviderDesk desk;
    private final TurnPlans plans;
    private final Runnable terminate;
    private long turn;
    private boolean brief;

    Degradation(Recorder recorder, ProviderDesk desk, TurnPlans plans, Runnable terminate) {
        this.terminate = terminate;
        this.recorder = recorder;
        this.desk = desk;
        this.plans = plans;
        recorder.listen((kind, payload) -> {
            if (kind.equals("control.watermark")) {
                brief |= has("watermark", "shorten");
            } else if (kind.equals("control.provider_switch")) {
                brief |= has("provider_error", "shorten");
            }
        });
    }

    /**
     * A turn begins.
     *
     * @param degraded whether it does with less from the start
     */
    void begin(long newTurn, boolean degraded) {
        turn = newTurn;
        brief = degraded
                && plans.degrade().stream().anyMatch(rule -> rule.action().equals("shorten"));
    }

    private boolean has(String when, String action) {
        return plans.degrade().stream()
                .anyMatch(rule -> rule.when().equals(when) && rule.action().equals(action));
    }

    /** Whether of every reply only the first sentence is said. */
    boolean isBrief() {
        return brief;
    }

    /** A budget of the turn, or of one of its nodes, says something. */
    void heard(BudgetSignal signal) {
        Json.Obj told = Json.Obj.EMPTY
                .with("scope", signal.scope().spelled())
                .with("id", signal.scopeId())
                .with("resource", signal.resource().name().toLowerCase(Locale.ROOT));
        switch (signal) {
            case BudgetSignal.Warning warning -> {
                recorder.control(
                        signal.name(), turn, told.with("spent", warning.spent()).with("limit", warning.limit()));
                apply(signal);
            }
            case BudgetSignal.Exhausted spent -> {
                recorder.control(
                        signal.name(),
                        turn,
                        told.with("spent", spent.spent())
                                .with("limit", spent.limit())
                                .with("outcome", spent.outcome().spelled()));
                exhausted(spent);
            }
        }
    }

    private void exhausted(BudgetSignal.Exhausted spent) {
        switch (spent.outcome()) {
            case CONTINUE -> goesOn(spent);
            case DEGRADE -> {
                goesOn(spent);
                apply(spent);
            }
            case FALLBACK -> {
                goesOn(spent);
                fallBack(spent.scope() == BudgetScope.TURN ? plans.node(Modality.LLM) : spent.scopeId());
            }
            case TERMINATE -> terminate.run();
        }
    }

    /** A turn that ends says so by its reason; one that goes on beyond its budget is a warning (ruling X1). */
    private void goesOn(BudgetSignal.Exhausted spent) {
        recorder.violation(
                SHORT_OF_BUDGET, Level.WARN, spent.scopeId() + " has spent its " + spent.limit() + " ms", turn);
    }

    private void apply(BudgetSignal signal) {
        List<DegradeRule> rules = plans.degrade().stream()
                .filter(rule -> rule.when().equals(signal.name()))
                .filter(rule ->
                        signal.scope() == BudgetScope.TURN || rule.node().equals(signal.scopeId()))
                .toList();
        for (DegradeRule rule : rules) {
            recorder.control(
                    "degraded",
                    turn,
                    Json.Obj.EMPTY
                            .with("node", rule.node())
                            .with("action", rule.action())
                            .with("when", rule.when()));
            if (rule.action().equals("shorten")) {
                brief = true;
            } else {
                fallBack(rule.node());
            }
        }
    }

    private void fallBack(String node) {
        for (Modality modality : Modality.values()) {
            if (plans.node(modality).equals(node)) {
                desk.fallBack(modality);
            }
        }
    }
}
