package dev.parley.session.turn;

import dev.parley.kernel.Level;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.session.place.Standing;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;

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

    TurnAdmission(FloorParts parts, TurnLedger ledger) {
        this.ledger = ledger;
        this.recorder = parts.recorder();
        this.standing = parts.standing();
        this.plans = parts.plans();
        this.desk = parts.desk();
    }

    /** Proposes the turn and opens it, if nothing stands in the way. */
    boolean opens(long turn) {
        ledger.proposed(turn);
        if (!standing.mayAct()) {
            ledger.drained(turn);
            recorder.violation("turn.unauthorised", Level.REJECT, "the lease of this runtime was revoked", 0);
            return false;
        }
        return switch (plans.freeze(turn, recorder.epoch())) {
            case PlanResolution.Resolved(ResolvedTurnPlan plan) -> {
                plans.use(plan);
                desk.bind(plan.inputs().bindings(), plan.inputs().seed());
                ledger.opened(turn, plan.hash());
                yield true;
            }
            case PlanResolution.Refused(String rule, String reason) -> {
                ledger.rejected(turn);
                recorder.violation(rule, Level.REJECT, reason, 0);
                yield false;
            }
        };
    }

    /** The turn is over, and its plan with it. */
    void over() {
        desk.unbind();
    }
}
