package dev.parley.session.turn;

import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.pipeline.yaml.BadYaml;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The pipeline that the turns of a conversation run by: the standard one, or one from a file. A conversation listens,
 * thinks and speaks, so a pipeline has one node for each of these; what a file says about their providers, buffers, budgets
 * and degradation counts.
 *
 * @param tuned the edges that behave otherwise than in the standard pipeline, by the standard's names
 */
public record ConversationPipeline(GraphDefinition graph, Map<String, BufferSpec> tuned) {
    private static final GraphDefinition STANDARD =
            GraphDefinition.of(PipelineSpec.standard(), NodeCatalogue.standard());
    private static final List<String> SPOKEN = List.of("stt", "llm", "tts");
    private static final Set<String> RUN = Set.of(
            "microphone", "keyboard", "vad", "stt", "end_of_turn", "llm", "tts", "playback", "screen", "external");
    private static final List<String> ROLES = List.of("stt_in", "llm_in", "tts_in", "tts_out");

    public ConversationPipeline {
        tuned = Map.copyOf(tuned);
    }

    /** The standard pipeline with some edges that behave otherwise. */
    public static ConversationPipeline standard(Map<String, BufferSpec> tuned) {
        return new ConversationPipeline(STANDARD.tuned(tuned, Map.of()), tuned);
    }

    /** A pipeline from a file; a {@link BadYaml} names the first mistake and its line. */
    public static ConversationPipeline read(String file, String yaml) {
        PipelineSpec spec = PipelineSpec.read(file, yaml);
        GraphDefinition graph = GraphDefinition.of(spec, NodeCatalogue.standard());
        graph.nodes().values().forEach(ConversationPipeline::refuseUnknown);
        for (String kind : SPOKEN) {
            long many = graph.nodes().values().stream()
                    .filter(node -> isOf(node, kind))
                    .count();
            if (many != 1) {
                throw spec.place().bad("a conversation has exactly one node of type " + kind + ", not " + many);
            }
        }
        spec.degrade().forEach(rule -> refuseImpossible(rule, graph));
        ConversationPipeline plain = new ConversationPipeline(graph, Map.of());
        plain.refuseMisplacedFilter();
        Map<String, BufferSpec> own = new HashMap<>();
        Map<String, BufferSpec> buffers = new HashMap<>();
        for (String role : ROLES) {
            Arc arc = plain.arc(role);
            if (arc.buffer().source() == BufferSpec.Source.PROFILE) {
                buffers.put(arc.id(), STANDARD.edge(role).buffer());
            } else {
                own.put(role, arc.buffer());
            }
        }
        return new ConversationPipeline(graph.tuned(buffers, Map.of()), own);
    }

    private static void refuseUnknown(Vertex node) {
        if (!RUN.contains(node.spec().type())) {
            throw node.spec()
                    .place()
                    .bad("a conversation runs no node of type " + node.spec().type());
        }
    }

    /** What a rule asks for must be something that its node can do. */
    private static void refuseImpossible(DegradeRule rule, GraphDefinition graph) {
        Vertex node = graph.nodes().get(rule.node());
        boolean speaks = node != null && (isOf(node, "llm") || isOf(node, "tts"));
        boolean possible = switch (rule.action()) {
            case "shorten" -> speaks;
            case "skip" -> node != null && isFilter(node) && rule.when().equals("provider_error");
            case "fallback" -> node != null && node.declaration().provider().isPresent();
            default -> false;
        };
        if (!possible) {
            throw rule.place().bad("the node '" + rule.node() + "' cannot " + rule.action() + " in a conversation");
        }
    }

    private static boolean isOf(Vertex node, String kind) {
        return node.declaration().provider().map(kind::equals).orElse(false);
    }

    private static boolean isFilter(Vertex node) {
        return node.spec().external().isPresent();
    }

    /** The node in another process through which text goes on its way to the voice, if there is one. */
    public Optional<Vertex> filter() {
        return graph.nodes().values().stream()
                .filter(ConversationPipeline::isFilter)
                .findFirst();
    }

    /** A node in another process stands between model and voice and nowhere else, and there is one at most. */
    private void refuseMisplacedFilter() {
        List<Vertex> outside = graph.nodes().values().stream()
                .filter(ConversationPipeline::isFilter)
                .toList();
        for (Vertex each : outside) {
            String id = each.spec().id();
            boolean placed = outside.size() == 1
                    && graph.edges().values().stream()
                            .filter(arc -> arc.from().equals(id) || arc.to().equals(id))
                            .allMatch(arc ->
                                    arc.from().equals(node("llm")) || arc.to().equals(node("tts")));
            if (!placed) {
                throw each.spec()
                        .place()
                        .bad("one node of type external may stand between the nodes of type llm and tts");
            }
        }
    }

    /** The node that does this, or the name itself where there is none. */
    String node(String kind) {
        return graph.nodes().values().stream()
                .filter(node -> isOf(node, kind))
                .map(node -> node.spec().id())
                .findFirst()
                .orElse(kind);
    }

    /** What this node may use; nothing limits one that does not stand here. */
    BudgetSpec budgetOf(String id) {
        Vertex node = graph.nodes().get(id);
        return node == null ? BudgetSpec.unlimited() : node.spec().budget();
    }

    /** What a node may use of which the pipeline says nothing in particular. */
    BudgetSpec anyNode() {
        return Objects.requireNonNull(graph.spec().budgets().get(BudgetScope.NODE));
    }

    /** What a turn may use, where its client does not say. */
    public BudgetSpec turn() {
        return Objects.requireNonNull(graph.spec().budgets().get(BudgetScope.TURN));
    }

    /** The edge that plays this part, under its name in the standard pipeline. Where nobody speaks words go to the screen. */
    Arc arc(String role) {
        if (role.startsWith("tts") && !graph.nodes().containsKey(node("tts"))) {
            return graph.edges().values().stream()
                    .filter(arc -> graph.node(arc.to()).spec().type().equals("screen"))
                    .findFirst()
                    .orElseThrow();
        }
        String node = node(role.substring(0, role.indexOf('_')));
        boolean in = role.endsWith("_in");
        return graph.edges().values().stream()
                .filter(arc -> in ? arc.to().equals(node) : arc.from().equals(node))
                .filter(arc -> !role.equals("tts_out") || arc.carries().startsWith("audio"))
                .findFirst()
                .orElseThrow(() -> graph.spec().place().bad("no edge leads " + (in ? "to " : "from ") + node));
    }

    ConversationPipeline with(GraphDefinition other) {
        return new ConversationPipeline(other, tuned);
    }
}
