package dev.parley.session.event;

/** The way into one conversation, from any thread. */
@FunctionalInterface
public interface EventDoor {
    /** False where the event was not taken in: the conversation is over, or has too much to take in. */
    boolean offer(SessionEvent event);
}
