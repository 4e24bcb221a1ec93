package dev.parley.kernel;

/** A request as a room understands it, or why it does not. */
public sealed interface Reading<E> {

    record Understood<E>(E event) implements Reading<E> {}

    /** An unknown action, a missing or out-of-range parameter: the requester's mistake, in one sentence. */
    record Malformed<E>(String reason) implements Reading<E> {}

    static <E> Reading<E> understood(E event) {
        return new Understood<>(event);
    }

    static <E> Reading<E> malformed(String reason) {
        return new Malformed<>(reason);
    }
}
