package dev.parley.pipeline.graph;

import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.spec.EdgeSpec;
import dev.parley.pipeline.spec.NodeSpec;
import dev.parley.pipeline.spec.PipelineSpec;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A checked graph. Nodes stand in an order in which every edge points forward; nodes that could stand in either order
 * keep that of the specification.
 *
 * @param nodes by id, in that order, the fallbacks last
 * @param edges by id, in the specification's order
 * @param commitNode the sink whose end commits the turn
 */
public record GraphDefinition(PipelineSpec spec, Map<String, Vertex> nodes, Map<String, Arc> edges, String commitNode) {
    /** A node of the graph. */
    public record Vertex(NodeSpec spec, NodeDeclaration declaration) {}

    /** An edge of the graph. */
    public record Arc(String id, String from, String to, String carries, BufferSpec buffer) {}

    public GraphDefinition {
        nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
        edges = Collections.unmodifiableMap(new LinkedHashMap<>(edges));
    }

    /** Checks a specification; a {@link dev.parley.pipeline.yaml.BadYaml} names the first mistake and its line. */
    public static GraphDefinition of(PipelineSpec spec, NodeCatalogue catalogue) {
        return new GraphCompiler(spec, catalogue).compile();
    }

    /**
     * The same graph with other buffers on some edges and other providers at some nodes, for a conversation that was given
     * its own. What merges is for its user to know: only text is merged by the runs of this pipeline.
     */
    public GraphDefinition tuned(Map<String, BufferSpec> buffers, Map<String, List<String>> providers) {
        Map<String, Vertex> tunedNodes = new LinkedHashMap<>();
        nodes.forEach((id, vertex) -> tunedNodes.put(
                id,
                new Vertex(
                        vertex.spec()
                                .with(providers.getOrDefault(id, vertex.spec().providers())),
                        vertex.declaration())));
        Map<String, Arc> tunedEdges = new LinkedHashMap<>();
        edges.forEach((id, arc) -> tunedEdges.put(
                id, new Arc(id, arc.from(), arc.to(), arc.carries(), buffers.getOrDefault(id, arc.buffer()))));
        PipelineSpec tuned = spec.with(
                spec.nodes().stream()
                        .map(node -> node.with(providers.getOrDefault(node.id(), node.providers())))
                        .toList(),
                spec.edges().stream()
                        .map(edge -> edge.with(buffers.getOrDefault(edge.id(), edge.buffer())))
                        .toList());
        return new GraphDefinition(tuned, tunedNodes, tunedEdges, commitNode);
    }

    /** The same graph with another budget for a turn. */
    public GraphDefinition withTurn(BudgetSpec turn) {
        return new GraphDefinition(spec.withTurn(turn), nodes, edges, commitNode);
    }

    /**
     * A graph of some of these nodes and edges, and perhaps of others, in an order in which every edge points forward. Rules and
     * meetings that concern what is gone are gone too.
     */
    public GraphDefinition reshaped(Map<String, Vertex> others, Map<String, Arc> arcs, String commit) {
        Map<String, Vertex> left = new LinkedHashMap<>();
        others.forEach((id, vertex) ->
                left.put(id, new Vertex(vertex.spec().where(meets(id, arcs), parts(id, arcs)), vertex.declaration())));
        PipelineSpec reshaped = spec.with(
                        left.values().stream().map(Vertex::spec).toList(),
                        arcs.values().stream()
                                .map(arc -> new EdgeSpec(
                                        spec.place(),
                                        arc.id(),
                                        arc.from(),
                                        arc.to(),
                                        Optional.of(arc.carries()),
                                        arc.buffer()))
                                .toList())
                .withDegrade(spec.degrade().stream()
                        .filter(rule -> left.containsKey(rule.node()))
                        .toList());
        return new GraphDefinition(reshaped, left, arcs, commit);
    }

    private static boolean meets(String node, Map<String, Arc> arcs) {
        return arcs.values().stream().filter(arc -> arc.to().equals(node)).count() > 1;
    }

    private static boolean parts(String node, Map<String, Arc> arcs) {
        List<String> carried = arcs.values().stream()
                .filter(arc -> arc.from().equals(node))
                .map(Arc::carries)
                .toList();
        return new HashSet<>(carried).size() < carried.size();
    }

    /** The part of the graph whose edges carry types that begin so, with the nodes that they join. */
    public GraphDefinition carrying(String typePrefix) {
        Map<String, Arc> kept = new LinkedHashMap<>();
        Set<String> joined = new HashSet<>();
        edges.forEach((id, arc) -> {
            if (arc.carries().startsWith(typePrefix)) {
                kept.put(id, arc);
                joined.add(arc.from());
                joined.add(arc.to());
            }
        });
        Map<String, Vertex> left = new LinkedHashMap<>();
        nodes.forEach((id, vertex) -> {
            if (joined.contains(id)) {
                left.put(id, vertex);
            }
        });
        return new GraphDefinition(spec, left, kept, commitNode);
    }

    public Arc edge(String id) {
        return Objects.requireNonNull(edges.get(id), id);
    }

    public Vertex node(String id) {
        return Objects.requireNonNull(nodes.get(id), id);
    }

    public List<Arc> into(String node) {
        return edges.values().stream().filter(arc -> arc.to().equals(node)).toList();
    }

    public List<Arc> outOf(String node) {
        return edges.values().stream().filter(arc -> arc.from().equals(node)).toList();
    }
}
