package dev.parley.session.turn;

import dev.parley.kernel.Level;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.provider.Modality;
import dev.parley.session.place.Standing;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.BudgetWatch;
import dev.parley.session.time.LoopClock;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a turn: the right to hold it, then its frozen plan. A turn that fails here never opens, which is no
 * abort (ruling D1). While it is open its providers are those of the plan.
 */
final class TurnAdmission {
    private final TurnLedger ledger;
    private final Recorder recorder;
    private final Standing standing;
    private final TurnPlans plans;
    private final ProviderDesk desk;
    private final LoopClock clock;
    private final Runnable turnOver;
    private final Degradation degradation;

    /** @param terminate ends the open turn, because its budget is spent */
    TurnAdmission(FloorParts parts, TurnLedger ledger, Runnable terminate) {
        this.clock = parts.clock();
        this.turnOver = parts.turnOver();
        this.degradation = new Degradation(parts.recorder(), parts.desk(), parts.plans(), terminate);
        this.ledger = ledger;
        this.recorder = parts.recorder();
        this.standing = parts.standing();
        this.plans = parts.plans();
        this.desk = parts.desk();
    }

    /** Proposes the turn and opens it, if nothing stands in the way. */
    boolean opens(long turn) {
        if (recorder.rooms().isHalted()) {
            return false;
        }
        ledger.proposed(turn);
        if (!standing.mayAct()) {
            ledger.drained(turn);
            recorder.violation("turn.unauthorised", Level.REJECT, "the lease of this runtime was revoked", 0);
            return false;
        }
        return switch (plans.freeze(turn, recorder.epoch())) {
            case PlanResolution.Resolved(ResolvedTurnPlan plan) -> {
                plans.use(plan);
                desk.bind(plans.byKind(plan.inputs().bindings()), plan.inputs().seed(), this::budget);
                ledger.opened(turn, plan.hash());
                recorder.evidence("turn.plan", turn, plan.own().with("hash", plan.hash()));
                degradation.begin(turn, plan.inputs().posture() == TurnInputs.Posture.DEGRADED);
                yield true;
            }
            case PlanResolution.Refused(String rule, String reason) -> {
                ledger.rejected(turn);
                recorder.violation(rule, Level.REJECT, reason, 0);
                yield false;
            }
        };
    }

    /** What the open turn does when something runs short. */
    Degradation degradation() {
        return degradation;
    }

    private @Nullable BudgetWatch budget(Modality modality) {
        BudgetSpec spec = plans.budget(modality);
        return spec.timeMs() == BudgetSpec.UNLIMITED
                ? null
                : new BudgetWatch(BudgetScope.NODE, plans.node(modality), spec, clock, degradation::heard);
    }

    /** The turn is over, and its plan with it. */
    void over() {
        desk.unbind();
        turnOver.run();
    }
}
