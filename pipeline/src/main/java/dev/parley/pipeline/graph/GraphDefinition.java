package dev.parley.pipeline.graph;

import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.spec.NodeSpec;
import dev.parley.pipeline.spec.PipelineSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
