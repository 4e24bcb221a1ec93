package dev.parley.pipeline.plan;

/** What the attempt to freeze a plan gives. A refusal comes before the turn opens, so it is never an abort (D1). */
public sealed interface PlanResolution {
    record Resolved(ResolvedTurnPlan plan) implements PlanResolution {}

    /** The rule that refused, by its stable id, and one sentence for people. */
    record Refused(String rule, String reason) implements PlanResolution {}
}
