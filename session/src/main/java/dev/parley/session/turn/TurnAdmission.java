package dev.parley.session.turn;

import dev.parley.kernel.Level;
import dev.parley.kernel.event.TurnEvents.TurnPlanned;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.PlanTemplate;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.provider.Modality;
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
    private final TurnPlans plans;
    private final ProviderDesk desk;
    private final LoopClock clock;
    private final Runnable turnOver;
    private final Degradation degradation;
    private final WayBudgets ways;
    private @Nullable CancelScope scope;

    /** @param terminate ends the open turn, because its budget is spent */
    TurnAdmission(FloorParts parts, TurnLedger ledger, Runnable terminate) {
        this.clock = parts.clock();
        this.turnOver = parts.turnOver();
        this.degradation = new Degradation(parts.recorder(), parts.desk(), parts.plans(), terminate);
        this.ways = new WayBudgets(parts.recorder(), parts.clock(), parts.plans(), degradation::heard);
        this.ledger = ledger;
        this.recorder = parts.recorder();
        this.plans = parts.plans();
        this.desk = parts.desk();
        listen();
    }

    /** While no turn is open somebody is listened to, and thought about ahead, as the pipeline says. */
    private void listen() {
        desk.bind(plans.terms(plans.chosen(), 0, desk.scope(), this::budget));
    }

    /** Proposes the turn and opens it, if nothing stands in the way. */
    boolean opens(long turn) {
        if (recorder.rooms().isHalted()) {
            return false;
        }
        ledger.proposed(turn);
        return switch (plans.freeze(turn, recorder.epoch())) {
            case PlanResolution.Resolved(ResolvedTurnPlan plan) -> {
                ledger.opened(turn, plan.hash());
                plans.use(plan);
                scope = desk.scope().child(ScopeKind.TURN, Long.toString(turn));
                desk.bind(plans.terms(plan.inputs().bindings(), turn, scope, this::budget));
                recorder.write(new TurnPlanned(plan.own()), turn);
                degradation.begin(turn, plan.inputs().posture() == TurnInputs.Posture.DEGRADED);
                yield true;
            }
            case PlanResolution.Refused(String rule, String _)
            when rule.equals(PlanTemplate.NOT_ADMITTED) -> {
                ledger.drained(turn);
                recorder.violation("turn.unauthorised", Level.REJECT, "the lease of this runtime was revoked", 0);
                yield false;
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

    /** What the way to the answer of the turn that opens may use. */
    BudgetWatch path() {
        return ways.path();
    }

    private @Nullable BudgetWatch budget(Modality modality, ProviderDesk.Ticket call) {
        BudgetSpec spec = plans.budget(modality);
        return spec.isUnlimited()
                ? null
                : new BudgetWatch(
                        BudgetScope.NODE, plans.node(modality), spec, clock, signal -> degradation.heard(signal, call));
    }

    /** Nothing that the turn asked for goes on: what was not closed one by one is closed now. */
    void cancel(String reason) {
        if (scope != null) {
            scope.cancel(reason, clock.runtimeNanos());
        }
    }

    /** The turn is over, and its plan with it. */
    void over() {
        ways.over();
        degradation.over();
        listen();
        turnOver.run();
    }
}
