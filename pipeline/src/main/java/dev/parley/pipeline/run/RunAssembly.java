package dev.parley.pipeline.run;

import dev.parley.pipeline.budget.Budget;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.pipeline.determinism.DeterminismContext;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.edge.Merger;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.node.Preemptible;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.spec.NodeSpec.FanIn;
import dev.parley.pipeline.spec.NodeSpec.FanOut;
import dev.parley.pipeline.spec.NodeSpec.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Builds a run from a plan: every node in its slot, every edge between two slots. */
final class RunAssembly {
    private static final Merger<PipelineEvent> JOIN_TEXT = RunAssembly::joinText;

    private final ResolvedTurnPlan plan;
    private final GraphDefinition graph;
    private final Map<String, Node> nodes;
    private final RunPorts ports;
    private final long now;

    /** @param graph the graph of the plan, or the part of it that is to run */
    RunAssembly(ResolvedTurnPlan plan, GraphDefinition graph, Map<String, Node> nodes, RunPorts ports, long now) {
        this.plan = plan;
        this.graph = graph;
        this.nodes = nodes;
        this.ports = ports;
        this.now = now;
    }

    record Parts(Map<String, NodeSlot> slots, List<EdgeSlot> edges) {}

    PipelineRun assemble() {
        graph.nodes().values().forEach(this::checkNode);
        Set<String> fallbacks = graph.nodes().values().stream()
                .flatMap(vertex -> vertex.spec().fallback().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> placed = graph.nodes().keySet().stream()
                .filter(id -> !fallbacks.contains(id))
                .toList();
        Map<String, EdgeSlot> edges = edges(placed);
        Budget turn =
                Budget.start(BudgetScope.TURN, Long.toString(plan.inputs().turn()), budgetOf(BudgetScope.TURN), now);
        RunLoop loop = loop();
        Map<String, NodeSlot> byId = new LinkedHashMap<>();
        for (String id : placed) {
            byId.put(id, slot(loop, byId.size(), id, edges, turn));
        }
        loop.place(byId.values().toArray(NodeSlot[]::new));
        loop.fallbacks(slot -> slot.vertex.spec().fallback().map(nodes::get).orElse(null));
        return new PipelineRun(plan, loop, turn, new Parts(byId, List.copyOf(edges.values())));
    }

    private BudgetSpec budgetOf(BudgetScope scope) {
        return Objects.requireNonNull(graph.spec().budgets().get(scope));
    }

    private RunLoop loop() {
        List<String> allowed = graph.nodes().values().stream()
                .filter(vertex -> vertex.declaration().provider().isPresent()
                        || vertex.spec().external().isPresent())
                .map(vertex -> "node." + vertex.spec().id())
                .toList();
        RunLoop.RunEdges own = new RunLoop.RunEdges(
                new Edge<>("control", graph.spec().profile().buffer()),
                new Edge<>("telemetry", graph.spec().profile().buffer()));
        return new RunLoop(
                ports,
                new DeterminismContext(plan.inputs().seed(), allowed),
                own,
                plan.inputs().epoch());
    }

    private void checkNode(Vertex vertex) {
        String id = vertex.spec().id();
        Node node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException("no node was given for '" + id + "'");
        }
        if (!node.declaration().accepts().equals(vertex.declaration().accepts())
                || !node.declaration().emits().equals(vertex.declaration().emits())) {
            throw new IllegalArgumentException("'" + id + "' is not the kind of node that the plan names");
        }
        if (vertex.declaration().buffersOutput() && !(node instanceof Preemptible)) {
            throw new IllegalArgumentException("'" + id + "' buffers output and has no preemption hooks");
        }
    }

    private Map<String, EdgeSlot> edges(List<String> placed) {
        Map<String, EdgeSlot> edges = new LinkedHashMap<>();
        for (Arc arc : graph.edges().values()) {
            Edge<PipelineEvent> edge = new Edge<>(arc.id(), arc.buffer(), JOIN_TEXT);
            edges.put(arc.id(), new EdgeSlot(edge, placed.indexOf(arc.from()), placed.indexOf(arc.to())));
        }
        return edges;
    }

    private NodeSlot slot(RunLoop loop, int index, String id, Map<String, EdgeSlot> edges, Budget turn) {
        Vertex vertex = graph.node(id);
        Budget budget = turn.within(BudgetScope.NODE, id, vertex.spec().budget(), now);
        budget.pause(now);
        NodeSlot.Scope scope = new NodeSlot.Scope(ports.turn().child(ScopeKind.NODE, id), budget);
        return new NodeSlot(
                loop,
                index,
                vertex,
                Objects.requireNonNull(nodes.get(id)),
                in(vertex, edges),
                outs(vertex, edges),
                scope);
    }

    private InPort in(Vertex vertex, Map<String, EdgeSlot> edges) {
        List<Arc> arcs = new ArrayList<>(graph.into(vertex.spec().id()));
        FanIn rule = vertex.spec().fanIn().orElse(new FanIn(Rule.SEQUENCE, List.of()));
        if (rule.rule() == Rule.PRIORITY) {
            arcs.sort(Comparator.comparingInt(arc -> rule.priority().indexOf(arc.id())));
        }
        return new InPort(rule.rule(), slots(arcs, edges));
    }

    private List<OutPort> outs(Vertex vertex, Map<String, EdgeSlot> edges) {
        Map<String, List<Arc>> byType = new LinkedHashMap<>();
        graph.outOf(vertex.spec().id())
                .forEach(arc -> byType.computeIfAbsent(arc.carries(), type -> new ArrayList<>())
                        .add(arc));
        FanOut rule = vertex.spec().fanOut().orElse(FanOut.COPY);
        List<OutPort> outs = new ArrayList<>();
        byType.forEach((type, arcs) -> outs.add(new OutPort(type, rule, slots(arcs, edges))));
        return outs;
    }

    private static List<EdgeSlot> slots(List<Arc> arcs, Map<String, EdgeSlot> edges) {
        return arcs.stream()
                .map(arc -> Objects.requireNonNull(edges.get(arc.id())))
                .toList();
    }

    /** Only edges that carry text may merge, so anything else here is a node that broke its declaration. */
    private static PipelineEvent joinText(PipelineEvent queued, PipelineEvent offered) {
        if (queued.payload() instanceof Payload.Text first && offered.payload() instanceof Payload.Text second) {
            return queued.with(queued.type(), new Payload.Text(first.text() + second.text()));
        }
        throw new IllegalArgumentException("only text can be merged");
    }
}
