package dev.parley.pipeline.node;

import dev.parley.kernel.port.BudgetHandle;
import dev.parley.kernel.port.CancelToken;
import dev.parley.pipeline.determinism.DeterminismContext;
import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.time.Timebase;

/** What the runtime gives to every call of a node, for the length of one turn. */
public interface NodeExecutionContext {
    String nodeId();

    CancelToken cancel();

    BudgetHandle budget();

    Timebase timebase();

    StateHandle state();

    TelemetryHandle telemetry();

    DeterminismContext determinism();

    /** The monotonic time of this call; it does not move within it. */
    long nowNanos();

    /** The lease epoch under which output leaves now. */
    long epoch();

    /**
     * Sends an event on. {@code BLOCKED} means that the edge keeps this one back for the node, which should make no more
     * until {@link Node#onReady}; a second one in that time is given up. After a cancel everything is {@code DROPPED}.
     */
    Offered emit(PipelineEvent event);

    /** Says that work outside the loop has begun, so that this node's budget runs. */
    void workBegan();

    /** Says that no work outside the loop is left. */
    void workEnded();

    /** The door back to the loop for that work. What was opened before a cancel lets nothing through after it. */
    ForeignDoor door();

    /** Takes a payload from any thread, without waiting, and brings it to {@link Node#onForeign}. */
    @FunctionalInterface
    interface ForeignDoor {
        boolean offer(Payload foreign);
    }
}
