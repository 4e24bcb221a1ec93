package dev.parley.session.media;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import java.util.function.BiConsumer;

/** A node of the plane. It holds nothing itself: what waits, waits in the gate, at the voice or in an edge. */
record MediaNode(NodeDeclaration declaration, BiConsumer<Frame, NodeExecutionContext> handler) implements Preemptible {
    @Override
    public void onEvent(PipelineEvent event, NodeExecutionContext context) {
        if (event.payload() instanceof Frame frame) {
            handler.accept(frame, context);
        }
    }

    @Override
    public void onCancel(NodeExecutionContext context) {}

    @Override
    public void onBargeIn(NodeExecutionContext context) {}

    @Override
    public void onBudgetExhausted(BudgetOutcome outcome, NodeExecutionContext context) {}
}
