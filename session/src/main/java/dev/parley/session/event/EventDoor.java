package dev.parley.session.event;

import java.util.function.Consumer;

/** The way into one conversation, from any thread. Who has nothing else to do with an event that is refused just lets it in. */
@FunctionalInterface
public interface EventDoor extends Consumer<SessionEvent> {
    /** False where the event was not taken in: the conversation is over, or has too much to take in. */
    boolean offer(SessionEvent event);

    @Override
    default void accept(SessionEvent event) {
        boolean _ = offer(event);
    }
}
