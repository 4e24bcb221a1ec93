package dev.parley.pipeline.run;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import dev.parley.pipeline.signal.ControlSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** A node that does what its test says and remembers what it heard. */
final class TestNode implements Preemptible {
    private final NodeDeclaration declaration;
    private final BiConsumer<PipelineEvent, NodeExecutionContext> handler;
    final List<String> heard = new ArrayList<>();

    TestNode(NodeDeclaration declaration, BiConsumer<PipelineEvent, NodeExecutionContext> handler) {
        this.declaration = declaration;
        this.handler = handler;
    }

    static String text(PipelineEvent event) {
        return event.payload() instanceof Payload.Text text ? text.text() : event.type();
    }

    @Override
    public NodeDeclaration declaration() {
        return declaration;
    }

    @Override
    public void onEvent(PipelineEvent event, NodeExecutionContext context) {
        heard.add(text(event));
        handler.accept(event, context);
    }

    @Override
    public void onControl(ControlSignal signal, NodeExecutionContext context) {
        heard.add(signal.signal().spelled());
    }

    @Override
    public void onReady(NodeExecutionContext context) {
        heard.add("ready");
    }

    @Override
    public void onForeign(Payload foreign, NodeExecutionContext context) {
        heard.add("foreign " + (foreign instanceof Payload.Text text ? text.text() : ""));
    }

    @Override
    public void onCancel(NodeExecutionContext context) {
        heard.add("onCancel");
    }

    @Override
    public void onBargeIn(NodeExecutionContext context) {
        heard.add("onBargeIn");
    }

    @Override
    public void onBudgetExhausted(BudgetOutcome outcome, NodeExecutionContext context) {
        heard.add("onBudgetExhausted " + outcome.spelled());
    }
}
