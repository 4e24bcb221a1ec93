package dev.parley.pipeline.run;

import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.NodeExecutionContext;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.plan.PlanResolution;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.pipeline.time.Timebase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/** A plan on a bench: nodes by id, all of them test nodes, time given by the test. */
final class Bed {
    static final long EPOCH = 3;

    private final GraphDefinition graph;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final CancelScope session = CancelScope.session("s");
    private long sequence;

    /** Nodes and edges as they stand in a specification, one per line. */
    Bed(String nodesAndEdges) {
        String yaml = "parley: pipeline/1\nname: t\nversion: 1.0.0\nprofile: advanced\n" + nodesAndEdges;
        graph = GraphDefinition.of(PipelineSpec.read("t", yaml), NodeCatalogue.standard());
        graph.nodes()
                .forEach((id, vertex) ->
                        nodes.put(id, new TestNode(vertex.declaration(), (event, context) -> passOn(event, context))));
    }

    private static void passOn(PipelineEvent event, NodeExecutionContext context) {
        if (!context.nodeId().startsWith("out")) {
            context.emit(event);
        }
    }

    Bed node(String id, BiConsumer<PipelineEvent, NodeExecutionContext> handler) {
        nodes.put(id, new TestNode(graph.node(id).declaration(), handler));
        return this;
    }

    Bed node(String id, Node node) {
        nodes.put(id, node);
        return this;
    }

    TestNode node(String id) {
        return (TestNode) Objects.requireNonNull(nodes.get(id));
    }

    ResolvedTurnPlan plan(long turn, long epoch, long seed) {
        TurnInputs inputs = new TurnInputs(
                "c", turn, epoch, TurnInputs.Admission.ADMIT, Map.of(), Map.of(), TurnInputs.Posture.FULL, seed);
        return ((PlanResolution.Resolved) ResolvedTurnPlan.resolve(graph, inputs)).plan();
    }

    PipelineRun start() {
        ResolvedTurnPlan plan = plan(1, EPOCH, 7);
        TimeSource still = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return 0;
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        RunPorts ports = new RunPorts(
                new Timebase(still), session.child(ScopeKind.TURN, "1"), SessionState.disposable(), () -> {});
        return PipelineRun.start(plan, nodes, ports, 0);
    }

    PipelineEvent text(String text) {
        return event("text.final", text, 0, EPOCH);
    }

    PipelineEvent event(String type, String text, long mediaMicros, long epoch) {
        return PipelineEvent.data(type, ++sequence, mediaMicros, 0, epoch, new Payload.Text(text));
    }
}
