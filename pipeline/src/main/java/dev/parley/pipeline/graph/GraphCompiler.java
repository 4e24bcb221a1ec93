package dev.parley.pipeline.graph;

import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.graph.NodeDeclaration.Role;
import dev.parley.pipeline.spec.EdgeSpec;
import dev.parley.pipeline.spec.ExternalSpec;
import dev.parley.pipeline.spec.NodeSpec;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.pipeline.yaml.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Resolves types and edges, then hands the shape to {@link ShapeCheck} and the meetings to {@link MeetingCheck}. */
final class GraphCompiler {
    private final PipelineSpec spec;
    private final NodeCatalogue catalogue;
    private final Map<String, Vertex> nodes = new LinkedHashMap<>();
    private final Map<String, Arc> edges = new LinkedHashMap<>();

    GraphCompiler(PipelineSpec spec, NodeCatalogue catalogue) {
        this.spec = spec;
        this.catalogue = catalogue;
    }

    GraphDefinition compile() {
        for (NodeSpec node : spec.nodes()) {
            nodes.put(node.id(), new Vertex(node, declaration(node)));
        }
        Set<String> connections = new HashSet<>();
        for (EdgeSpec edge : spec.edges()) {
            Arc arc = arc(edge);
            if (!connections.add(arc.from() + " " + arc.to() + " " + arc.carries())) {
                throw edge.place()
                        .bad("another edge carries " + arc.carries() + " from " + arc.from() + " to " + arc.to());
            }
            edges.put(arc.id(), arc);
        }
        List<String> order = new ShapeCheck(spec, nodes, edges).order();
        new MeetingCheck(spec, nodes, edges).check();
        Map<String, Vertex> ordered = new LinkedHashMap<>();
        order.forEach(id -> ordered.put(id, vertex(spec.place(), id)));
        return new GraphDefinition(spec, ordered, edges, commitNode());
    }

    private NodeDeclaration declaration(NodeSpec node) {
        Place place = node.place();
        if (node.type().equals(NodeCatalogue.EXTERNAL)) {
            ExternalSpec external =
                    node.external().orElseThrow(() -> place.bad("a node of type external needs the field 'external'"));
            return NodeCatalogue.external(external);
        }
        if (node.external().isPresent()) {
            throw place.bad("only a node of type external has the field 'external'");
        }
        NodeDeclaration declaration = catalogue
                .find(node.type())
                .orElseThrow(() -> place.bad("there is no node type '" + node.type() + "'; known are "
                        + String.join(", ", catalogue.names()) + ", external"));
        if (declaration.provider().isEmpty() && !node.providers().isEmpty()) {
            throw place.bad("a node of type " + node.type() + " takes no providers");
        }
        return declaration;
    }

    private Arc arc(EdgeSpec edge) {
        Vertex from = vertex(edge.place(), edge.from());
        Vertex to = vertex(edge.place(), edge.to());
        if (edge.from().equals(edge.to())) {
            throw edge.place().bad("the edge leads from " + edge.from() + " back to itself");
        }
        if (from.declaration().role() == Role.SINK) {
            throw edge.place().bad(edge.from() + " is a " + from.spec().type() + ", which emits nothing");
        }
        if (to.declaration().role() == Role.SOURCE) {
            throw edge.place().bad(edge.to() + " is a " + to.spec().type() + ", which accepts nothing");
        }
        return new Arc(edge.id(), edge.from(), edge.to(), carries(edge, from, to), edge.buffer());
    }

    private static String carries(EdgeSpec edge, Vertex from, Vertex to) {
        List<String> emitted = from.declaration().emits();
        List<String> accepted = to.declaration().accepts();
        Optional<String> named = edge.carries();
        if (named.isPresent()) {
            String type = named.get();
            if (!emitted.contains(type)) {
                throw edge.place()
                        .bad(edge.from() + " does not emit " + type + "; it emits " + String.join(", ", emitted));
            }
            if (!accepted.contains(type)) {
                throw edge.place()
                        .bad(edge.to() + " does not accept " + type + "; it accepts " + String.join(", ", accepted));
            }
            return type;
        }
        List<String> shared = new ArrayList<>(emitted);
        shared.retainAll(accepted);
        if (shared.isEmpty()) {
            throw edge.place()
                    .bad(edge.from() + " emits nothing that " + edge.to() + " accepts: " + String.join(", ", emitted)
                            + " against " + String.join(", ", accepted));
        }
        if (shared.size() > 1) {
            throw edge.place().bad("say with 'carries' which of " + String.join(", ", shared) + " is meant");
        }
        return shared.getFirst();
    }

    private Vertex vertex(Place place, String id) {
        Vertex vertex = nodes.get(id);
        if (vertex == null) {
            throw place.bad("there is no node '" + id + "'");
        }
        return vertex;
    }

    private String commitNode() {
        List<String> sinks = nodes.values().stream()
                .filter(node -> node.declaration().role() == Role.SINK)
                .map(node -> node.spec().id())
                .toList();
        if (spec.commitNode().isEmpty()) {
            if (sinks.size() > 1) {
                throw spec.place()
                        .bad("say with 'commit_on' which of " + String.join(", ", sinks) + " commits the turn");
            }
            return sinks.getFirst();
        }
        String named = spec.commitNode().get();
        if (!sinks.contains(named)) {
            throw spec.place().bad("commit_on names '" + named + "', which is no sink of this pipeline");
        }
        return named;
    }
}
