package dev.parley;

import java.util.Optional;

/**
 * Bounds the text that waits in conversations until it is read. Of each conversation the first text that waits is not counted,
 * so that a client that sends one thing at a time is never refused because of others.
 */
@FunctionalInterface
public interface TextBudget {
    /** Bounds nothing: what waits is bounded by the number of conversations alone. */
    TextBudget UNBOUNDED = (_, _) -> Optional.of(() -> {});

    /**
     * Takes room for a text. Called on any thread, and returns at once.
     *
     * @param owner the client whose conversation it is, by its key or token
     * @return gives the room back and is run once, when the text waits no more; empty where there is no room
     */
    Optional<Runnable> take(String owner, int characters);
}
