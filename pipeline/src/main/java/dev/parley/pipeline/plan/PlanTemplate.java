package dev.parley.pipeline.plan;

import dev.parley.kernel.event.ConversationEvents.PipelineResolved;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the plans of all turns of one graph have in common, written once. A turn adds its own part, between the fields that
 * sort before it and those that sort after it, so that opening a turn costs little.
 */
public final class PlanTemplate {
    /** The rule by which a turn has no plan because it was not admitted. */
    public static final String NOT_ADMITTED = "plan.admission";

    private static final String TURN = "turn";

    private final GraphDefinition graph;
    private final String before;
    private final String after;

    public PlanTemplate(GraphDefinition graph) {
        this.graph = graph;
        Map<String, Json> earlier = new LinkedHashMap<>();
        Map<String, Json> later = new LinkedHashMap<>();
        EventCatalogue.payload(PlanEncoder.graph(graph))
                .fields()
                .forEach((key, value) -> (key.compareTo(TURN) < 0 ? earlier : later).put(key, value));
        String head = CanonicalJson.text(new Json.Obj(earlier));
        String tail = CanonicalJson.text(new Json.Obj(later));
        this.before = head.substring(0, head.length() - 1) + ",\"" + TURN + "\":";
        this.after = "," + tail.substring(1);
    }

    public GraphDefinition graph() {
        return graph;
    }

    /** The plan without its turn. */
    public PipelineResolved shared() {
        return PlanEncoder.graph(graph);
    }

    /** Freezes a plan, or says why none can be made. */
    public PlanResolution resolve(TurnInputs inputs) {
        if (inputs.admission() != TurnInputs.Admission.ADMIT) {
            return new PlanResolution.Refused(NOT_ADMITTED, "admission did not admit the turn");
        }
        Map<String, List<String>> bindings = new TreeMap<>();
        for (Vertex node : graph.nodes().values()) {
            if (node.declaration().provider().isPresent()) {
                List<String> bound = binding(node, inputs);
                if (bound.isEmpty()) {
                    return new PlanResolution.Refused(
                            "plan.unbound",
                            "no provider is bound to the node '" + node.spec().id() + "'");
                }
                bindings.put(node.spec().id(), bound);
            }
        }
        Optional<String> stranger = inputs.bindings().keySet().stream()
                .filter(id -> !bindings.containsKey(id))
                .findFirst();
        if (stranger.isPresent()) {
            return new PlanResolution.Refused(
                    "plan.unknown_node", "a provider is bound to '" + stranger.get() + "', which takes none");
        }
        return new PlanResolution.Resolved(freeze(inputs, bindings));
    }

    /** Policy may choose among the providers that the specification names, and may not bring in another. */
    private static List<String> binding(Vertex node, TurnInputs inputs) {
        List<String> named = node.spec().providers();
        List<String> chosen = inputs.bindings().getOrDefault(node.spec().id(), named);
        List<String> allowed = new ArrayList<>(chosen);
        if (!named.isEmpty()) {
            allowed.retainAll(named);
        }
        return List.copyOf(allowed);
    }

    private ResolvedTurnPlan freeze(TurnInputs inputs, Map<String, List<String>> bindings) {
        TurnInputs bound = new TurnInputs(
                inputs.conversation(),
                inputs.turn(),
                inputs.epoch(),
                inputs.admission(),
                bindings,
                inputs.capabilities(),
                inputs.posture(),
                inputs.seed());
        String canonical = before + CanonicalJson.text(PlanEncoder.turn(bound)) + after;
        byte[] bytes = canonical.getBytes(StandardCharsets.UTF_8);
        String hash = new RuneChain().content(bytes, 0, bytes.length).hex();
        return new ResolvedTurnPlan(graph, bound, canonical, hash);
    }
}
