package dev.parley.pipeline.budget;

import dev.parley.kernel.port.BudgetHandle.Resource;

/** What a budget tells its loop; each is recorded on the control lane. */
public sealed interface BudgetSignal {
    BudgetScope scope();

    String scopeId();

    Resource resource();

    /** The signal's name in the record. */
    String name();

    /** The warning share of a limit is spent. Said once for each resource. */
    record Warning(BudgetScope scope, String scopeId, Resource resource, long spent, long limit)
            implements BudgetSignal {
        @Override
        public String name() {
            return "budget_warning";
        }
    }

    /** A limit is reached or was asked to be passed. Said once for each resource, with what the plan wants done. */
    record Exhausted(
            BudgetScope scope, String scopeId, Resource resource, long spent, long limit, BudgetOutcome outcome)
            implements BudgetSignal {
        @Override
        public String name() {
            return "budget_exhausted";
        }
    }
}
