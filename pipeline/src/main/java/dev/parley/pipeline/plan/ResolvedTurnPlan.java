package dev.parley.pipeline.plan;

import dev.parley.pipeline.graph.GraphDefinition;

/**
 * What one turn runs: the graph, its bindings and its determinism, frozen. Everything in it is immutable, so a change of
 * policy can only make another plan for another turn.
 *
 * @param canonical the plan as RFC 8785 JSON
 * @param hash the SHA-256 of that text, in hexadecimal
 */
public record ResolvedTurnPlan(GraphDefinition graph, TurnInputs inputs, String canonical, String hash) {
    /** Freezes the plan of a single turn, or says why none can be made. */
    public static PlanResolution resolve(GraphDefinition graph, TurnInputs inputs) {
        return new PlanTemplate(graph).resolve(inputs);
    }

    public String pipelineVersion() {
        return graph.spec().name() + "@" + graph.spec().version();
    }
}
