package dev.parley.pipeline.plan;

import dev.parley.kernel.event.TurnEvents.FrozenPlan;
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

    /** What is of this turn alone; with {@link PlanTemplate#shared} under the name {@code turn} it is the whole plan. */
    public FrozenPlan own() {
        return PlanEncoder.turn(inputs, hash);
    }

    public String pipelineVersion() {
        return graph.spec().name() + "@" + graph.spec().version();
    }
}
