package dev.parley.state;

import dev.parley.kernel.event.Event;
import java.util.List;

/**
 * One part of the state of a conversation.
 *
 * @param <S> an immutable value
 */
public interface Slice<S> {
    S initial();

    /** The events that change this part. No other one is given to it. */
    List<Class<? extends Event>> changedBy();

    /** The state after this event. It takes every event of every record: one that does not fit changes nothing. */
    S apply(S before, Recorded event);

    /**
     * Another runtime goes on with the conversation: what only the old one knew is over.
     *
     * @param lastTurn the highest number of a turn that was used
     */
    default S takenOver(S before, long lastTurn) {
        return before;
    }

    /** What was folded from the events that a snapshot keeps, at whose moment nothing was open. */
    default S atRest(S before) {
        return before;
    }

    /** Whether the fields of this one of its events count, and not only its kind and number. */
    default boolean readsFields(Class<? extends Event> event) {
        return true;
    }
}
