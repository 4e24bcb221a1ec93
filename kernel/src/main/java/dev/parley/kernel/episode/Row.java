package dev.parley.kernel.episode;

/** One row of the transition table. */
public record Row(EpisodeState from, Trigger trigger, Guard guard, EpisodeState to) {

    /** The row as it stands on an edge of the diagram. */
    public String label() {
        return guard == Guard.NONE ? trigger.label() : trigger.label() + " [" + guard.text() + "]";
    }
}
