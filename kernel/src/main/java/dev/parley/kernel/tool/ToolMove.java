package dev.parley.kernel.tool;

import dev.parley.kernel.Step;

/** A move that is about to be made, as the invariants look at it. */
public record ToolMove(ToolState before, ToolEvent event, Step.Moved<ToolState> step) {
    boolean delivers() {
        return step.effects().stream().anyMatch(ToolEffect.DeliverResult.class::isInstance);
    }

    boolean runs() {
        return step.effects().stream().anyMatch(ToolEffect.RunTool.class::isInstance);
    }
}
