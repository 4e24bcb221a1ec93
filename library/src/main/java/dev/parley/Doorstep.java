package dev.parley;

import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.Understanding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where words wait until what takes long about understanding them is done, on another thread: on the conversation's own it
 * would hold up every conversation beside it. Everything enters in the order in which it came; only a stop does not wait.
 */
final class Doorstep {
    /** So many events wait here at most, each of them a message at its longest. A further one is refused. */
    static final int WAITING_MAX = 64;

    private final Predicate<SessionEvent> door;
    private final Executor threads;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private Understanding understanding = Understanding.NONE;

    private static final class Waiting {
        final SessionEvent event;
        final Runnable refused;
        boolean ready;

        Waiting(SessionEvent event, Runnable refused, boolean ready) {
            this.event = event;
            this.refused = refused;
            this.ready = ready;
        }
    }

    /** @param door takes an event in, or does not */
    Doorstep(Predicate<SessionEvent> door, Executor threads) {
        this.door = door;
        this.threads = threads;
    }

    synchronized void understandBy(Understanding value) {
        understanding = value;
    }

    /**
     * Brings an event to the door.
     *
     * @param refused is run if it had to wait and the door does not take it afterwards
     * @return false if it did not have to wait and is not taken, or has to wait and there is no room for it
     */
    synchronized boolean bring(SessionEvent event, Runnable refused) {
        if (event.isUrgent()) {
            hurry();
        }
        String words = words(event);
        Understanding reader = understanding;
        boolean slow = words != null && reader.takesLong(words);
        if (!slow && waiting.isEmpty()) {
            return door.test(event);
        }
        if (waiting.size() == WAITING_MAX) {
            return false;
        }
        Waiting next = new Waiting(event, refused, !slow);
        waiting.add(next);
        if (slow && words != null) {
            threads.execute(() -> {
                try {
                    reader.prepare(words);
                } finally {
                    ready(next);
                }
            });
        }
        return true;
    }

    private static @Nullable String words(SessionEvent event) {
        return switch (event) {
            case SessionEvent.TextTyped(String text, String _) -> text;
            case SessionEvent.TextAdded(String text, String _) -> text;
            default -> null;
        };
    }

    private synchronized void ready(Waiting one) {
        one.ready = true;
        for (Waiting next = waiting.peek(); next != null && next.ready; next = waiting.peek()) {
            enter();
        }
    }

    /** Everything enters as it is, because somebody wants what they said stopped. */
    private void hurry() {
        while (!waiting.isEmpty()) {
            enter();
        }
    }

    private void enter() {
        Waiting next = waiting.remove();
        if (!door.test(next.event)) {
            next.refused.run();
        }
    }
}
