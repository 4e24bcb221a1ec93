package dev.parley.pipeline.graph;

import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.graph.NodeDeclaration.Role;
import dev.parley.pipeline.spec.PipelineSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Sources, sinks, cycles, reach and fallbacks; then the order in which the nodes stand. */
final class ShapeCheck {
    private final PipelineSpec spec;
    private final Map<String, Vertex> nodes;
    private final Map<String, Arc> edges;
    private final Set<String> fallbacks = new LinkedHashSet<>();

    ShapeCheck(PipelineSpec spec, Map<String, Vertex> nodes, Map<String, Arc> edges) {
        this.spec = spec;
        this.nodes = nodes;
        this.edges = edges;
    }

    List<String> order() {
        need(Role.SOURCE, "a pipeline needs a source, for example a microphone");
        need(Role.SINK, "a pipeline needs a sink, for example a playback");
        nodes.values().forEach(this::checkFallback);
        List<String> order = sorted();
        checkReach();
        checkEnds();
        order.removeAll(fallbacks);
        order.addAll(fallbacks);
        return order;
    }

    private void need(Role role, String otherwise) {
        if (nodes.values().stream().noneMatch(node -> node.declaration().role() == role)) {
            throw spec.place().bad(otherwise);
        }
    }

    private void checkFallback(Vertex node) {
        if (node.spec().fallback().isEmpty()) {
            return;
        }
        String id = node.spec().fallback().get();
        Vertex other = nodes.get(id);
        if (other == null) {
            throw node.spec().place().bad("the fallback '" + id + "' is no node of this pipeline");
        }
        if (id.equals(node.spec().id())) {
            throw node.spec().place().bad("a node cannot be its own fallback");
        }
        if (!other.declaration().accepts().equals(node.declaration().accepts())
                || !other.declaration().emits().equals(node.declaration().emits())) {
            throw node.spec().place().bad("the fallback '" + id + "' does not accept and emit the same events");
        }
        if (other.spec().fallback().isPresent()) {
            throw node.spec().place().bad("the fallback '" + id + "' has a fallback of its own; one step is allowed");
        }
        if (edges.values().stream()
                .anyMatch(arc -> arc.from().equals(id) || arc.to().equals(id))) {
            throw node.spec().place().bad("the fallback '" + id + "' takes over edges and has none of its own");
        }
        if (!fallbacks.add(id)) {
            throw node.spec().place().bad("'" + id + "' is already the fallback of another node");
        }
    }

    /** Takes the first node, in the specification's order, that nothing untaken leads to. */
    private List<String> sorted() {
        List<String> order = new ArrayList<>();
        Set<String> left = new LinkedHashSet<>(nodes.keySet());
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(id ->
                            edges.values().stream().noneMatch(arc -> arc.to().equals(id) && left.contains(arc.from())))
                    .findFirst()
                    .orElseThrow(() -> cycle(left));
            order.add(next);
            left.remove(next);
        }
        return order;
    }

    /** Walks backwards among what is left; the walk must come back to where it was. */
    private RuntimeException cycle(Set<String> left) {
        List<String> walk = new ArrayList<>();
        String at = left.iterator().next();
        while (!walk.contains(at)) {
            walk.addFirst(at);
            at = before(at, left);
        }
        List<String> round = new ArrayList<>(walk.subList(0, walk.indexOf(at) + 1));
        round.addFirst(at);
        Vertex first = Objects.requireNonNull(nodes.get(at));
        return first.spec().place().bad("the nodes go round in a circle: " + String.join(" -> ", round));
    }

    private String before(String id, Set<String> left) {
        return edges.values().stream()
                .filter(arc -> arc.to().equals(id) && left.contains(arc.from()))
                .map(Arc::from)
                .findFirst()
                .orElseThrow();
    }

    private void checkReach() {
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        nodes.values().stream()
                .filter(node -> node.declaration().role() == Role.SOURCE)
                .forEach(node -> open.add(node.spec().id()));
        while (!open.isEmpty()) {
            String at = open.remove();
            if (reached.add(at)) {
                edges.values().stream().filter(arc -> arc.from().equals(at)).forEach(arc -> open.add(arc.to()));
            }
        }
        for (Vertex node : nodes.values()) {
            String id = node.spec().id();
            if (!reached.contains(id) && !fallbacks.contains(id)) {
                throw node.spec().place().bad("nothing leads from a source to '" + id + "'");
            }
        }
    }

    private void checkEnds() {
        for (Vertex node : nodes.values()) {
            String id = node.spec().id();
            boolean leads = edges.values().stream().anyMatch(arc -> arc.from().equals(id));
            if (!leads && node.declaration().role() != Role.SINK && !fallbacks.contains(id)) {
                throw node.spec().place().bad("nothing takes what '" + id + "' emits");
            }
        }
    }
}
