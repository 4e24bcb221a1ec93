package dev.parley.pipeline.graph;

import dev.parley.pipeline.budget.BudgetOutcome;
import dev.parley.pipeline.edge.Strategy;
import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.pipeline.spec.NodeSpec.FanIn;
import dev.parley.pipeline.spec.NodeSpec.Rule;
import dev.parley.pipeline.spec.PipelineSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Where streams meet or part a rule is written, and where the plan would fall back there is something to fall to. */
final class MeetingCheck {
    private final PipelineSpec spec;
    private final Map<String, Vertex> nodes;
    private final Map<String, Arc> edges;

    MeetingCheck(PipelineSpec spec, Map<String, Vertex> nodes, Map<String, Arc> edges) {
        this.spec = spec;
        this.nodes = nodes;
        this.edges = edges;
    }

    void check() {
        nodes.values().forEach(this::checkFanIn);
        nodes.values().forEach(this::checkFanOut);
        nodes.values().forEach(this::checkBudget);
        edges.values().forEach(this::checkMerge);
        spec.degrade().forEach(this::checkDegrade);
    }

    private void checkFanIn(Vertex node) {
        List<Arc> into = edges.values().stream()
                .filter(arc -> arc.to().equals(node.spec().id()))
                .toList();
        boolean meets = into.size() > 1;
        if (meets && node.spec().fanIn().isEmpty()) {
            throw node.spec()
                    .place()
                    .bad(into.size() + " edges meet at '" + node.spec().id() + "'; say with 'fan_in' how they merge");
        }
        if (node.spec().fanIn().isEmpty()) {
            return;
        }
        FanIn rule = node.spec().fanIn().get();
        if (!meets) {
            throw node.spec()
                    .place()
                    .bad("'fan_in' is set, and fewer than two edges meet at '"
                            + node.spec().id() + "'");
        }
        Set<String> ids = new HashSet<>(into.stream().map(Arc::id).toList());
        if (rule.rule() == Rule.PRIORITY && !ids.equals(new HashSet<>(rule.priority()))) {
            throw node.spec()
                    .place()
                    .bad("the priority must name exactly the edges "
                            + String.join(", ", into.stream().map(Arc::id).toList()));
        }
    }

    private void checkFanOut(Vertex node) {
        List<Arc> outOf = edges.values().stream()
                .filter(arc -> arc.from().equals(node.spec().id()))
                .toList();
        boolean parts = hasPair(outOf, Arc::carries);
        if (parts && node.spec().fanOut().isEmpty()) {
            throw node.spec()
                    .place()
                    .bad("several edges carry the same events from '"
                            + node.spec().id() + "'; say with 'fan_out' who gets them");
        }
        if (!parts && node.spec().fanOut().isPresent()) {
            throw node.spec()
                    .place()
                    .bad("'fan_out' is set, and no two edges carry the same events from '"
                            + node.spec().id() + "'");
        }
    }

    private void checkBudget(Vertex node) {
        if (node.spec().budget().onExhausted() == BudgetOutcome.FALLBACK && !hasFallback(node)) {
            throw node.spec()
                    .place()
                    .bad("the budget says fallback, and '" + node.spec().id() + "' names none");
        }
    }

    /** Only text can be joined to text; two audio frames are not one. */
    private void checkMerge(Arc arc) {
        if (arc.buffer().strategy() == Strategy.MERGE && !arc.carries().startsWith("text.")) {
            throw spec.edges().stream()
                    .filter(edge -> edge.id().equals(arc.id()))
                    .findFirst()
                    .orElseThrow()
                    .place()
                    .bad("the strategy merge joins text only, and '" + arc.id() + "' carries " + arc.carries());
        }
    }

    /** Another node stands in for it, or another provider does its work. */
    private static boolean hasFallback(Vertex node) {
        return node.spec().fallback().isPresent() || node.spec().providers().size() > 1;
    }

    private void checkDegrade(DegradeRule rule) {
        Vertex node = nodes.get(rule.node());
        if (node == null) {
            throw rule.place().bad("there is no node '" + rule.node() + "'");
        }
        if (rule.action().equals("fallback") && !hasFallback(node)) {
            throw rule.place().bad("the action is fallback, and '" + rule.node() + "' names none");
        }
    }

    private static boolean hasPair(List<Arc> arcs, Function<Arc, String> key) {
        Set<String> seen = new HashSet<>();
        return arcs.stream().map(key).anyMatch(value -> !seen.add(value));
    }
}
