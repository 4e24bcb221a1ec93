package dev.parley.pipeline.node;

import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.signal.ControlSignal;

/** A typed event processor: business logic lives here, and nothing else does. */
public interface Node {
    NodeDeclaration declaration();

    /** Answers one data event, through the context, now or later. */
    void onEvent(PipelineEvent event, NodeExecutionContext context);

    /** Hears a control signal. */
    default void onControl(ControlSignal signal, NodeExecutionContext context) {}

    /** There is room again on an edge that kept an event back. */
    default void onReady(NodeExecutionContext context) {}

    /** Something that this node's work outside the loop sent back through the context's ingress. */
    default void onForeign(Payload foreign, NodeExecutionContext context) {}
}
