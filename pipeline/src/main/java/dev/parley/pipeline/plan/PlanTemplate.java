package dev.parley.pipeline.plan;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Binds providers and takes the hash. */
final class PlanResolver {
    private final GraphDefinition graph;
    private final TurnInputs inputs;

    PlanResolver(GraphDefinition graph, TurnInputs inputs) {
        this.graph = graph;
        this.inputs = inputs;
    }

    PlanResolution resolve() {
        if (inputs.admission() != TurnInputs.Admission.ADMIT) {
            return new PlanResolution.Refused("plan.admission", "admission did not admit the turn");
        }
        Map<String, List<String>> bindings = new TreeMap<>();
        for (Vertex node : graph.nodes().values()) {
            if (node.declaration().provider().isPresent()) {
                List<String> bound = binding(node);
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
        return new PlanResolution.Resolved(freeze(bindings));
    }

    /** Policy may choose among the providers that the specification names, and may not bring in another. */
    private List<String> binding(Vertex node) {
        List<String> named = node.spec().providers();
        List<String> chosen = inputs.bindings().getOrDefault(node.spec().id(), named);
        List<String> allowed = new ArrayList<>(chosen);
        if (!named.isEmpty()) {
            allowed.retainAll(named);
        }
        return List.copyOf(allowed);
    }

    private ResolvedTurnPlan freeze(Map<String, List<String>> bindings) {
        TurnInputs bound = new TurnInputs(
                inputs.conversation(),
                inputs.turn(),
                inputs.epoch(),
                inputs.admission(),
                bindings,
                inputs.capabilities(),
                inputs.posture(),
                inputs.seed());
        String canonical = CanonicalJson.text(PlanEncoder.encode(graph, bound));
        byte[] bytes = canonical.getBytes(StandardCharsets.UTF_8);
        String hash = new RuneChain().content(bytes, 0, bytes.length).hex();
        return new ResolvedTurnPlan(graph, bound, canonical, hash);
    }
}
