package dev.parley.pipeline.run;

import dev.parley.pipeline.budget.BudgetSignal;
import dev.parley.pipeline.edge.EdgeSignal;
import dev.parley.pipeline.node.PipelineEvent;

/** Something a run tells its loop, for the record. */
public sealed interface RunNote {
    /** An edge's bounds or marks did something. */
    record Pressure(EdgeSignal signal) implements RunNote {}

    /** A budget warned or ran out. */
    record Spending(BudgetSignal signal) implements RunNote {}

    /** A node gave its work to the one that the plan names. */
    record FellBack(String node, String fallback) implements RunNote {}

    /** Something came for a scope that had been cancelled; it is recorded as late and goes nowhere (ruling D2). */
    record Late(String node, String what) implements RunNote {}

    /** An event of another epoch came to an edge of the run (ruling D7). */
    record StaleEpoch(String node, PipelineEvent event) implements RunNote {}

    /** A handler threw. The node is out of the run; the others go on. */
    record NodeFailed(String node, String reason) implements RunNote {}

    /** A node measured something. */
    record Measured(String node, String name, long value) implements RunNote {}
}
