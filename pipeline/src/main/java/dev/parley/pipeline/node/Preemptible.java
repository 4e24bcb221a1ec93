package dev.parley.pipeline.node;

import dev.parley.pipeline.budget.BudgetOutcome;

/** The hooks that a node must have when it buffers output or makes it over time. */
public interface Preemptible extends Node {
    /** Stop at once and clean up; nothing emitted after this is accepted. */
    void onCancel(NodeExecutionContext context);

    /** Throw away output that was made and not yet heard. */
    void onBargeIn(NodeExecutionContext context);

    /** The budget of this node ran out, and this is what the plan wants. */
    void onBudgetExhausted(BudgetOutcome outcome, NodeExecutionContext context);
}
