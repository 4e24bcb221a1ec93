package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One request before its room: what the room's own invariants look at.
 *
 * @param present the subject's state, or null where it is about to be founded
 * @param step what the machine answered
 */
public record Case<S, E>(
        Request request, E event, View<S> view, @Nullable S present, Step<S> step) {

    /** The state the subject would have, or null where the machine refused. */
    public @Nullable S next() {
        return step instanceof Step.Moved<S> moved ? moved.next() : null;
    }
}
