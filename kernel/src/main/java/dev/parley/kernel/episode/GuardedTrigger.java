package dev.parley.kernel.episode;

/** A trigger together with the guard that holds when it is pulled: what stands on an edge of the diagram. */
public record GuardedTrigger(Trigger trigger, Guard guard) {
    String label() {
        return guard == Guard.NONE ? trigger.label() : trigger.label() + " [" + guard.text() + "]";
    }
}
