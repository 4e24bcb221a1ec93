package dev.parley.kernel;

import java.util.List;

/**
 * A state machine: pure, total, and able to show itself.
 *
 * @param <S> the states, a sealed type with one record per state
 * @param <E> the events, a sealed type
 */
public interface Machine<S, E> {
    String name();

    S initial();

    /** The whole of the machine. Every event is answered in every state: moved or refused, never thrown. */
    Step<S> step(S state, E event);

    /** Events that together show every edge out of this state; the walk and the diagrams are made from them. */
    List<E> alphabet(S state);

    /** The state as people and programs read it, without its data. */
    String printed(S state);

    /** The event as it stands on an edge, with its guard where the same event can lead to two states. */
    String label(E event);
}
