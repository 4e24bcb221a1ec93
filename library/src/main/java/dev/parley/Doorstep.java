package dev.parley;

import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.Understanding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where words wait until they are read, on another thread: on the conversation's own it would hold up every conversation beside
 * it. The words of one conversation are read one after the other, so that no conversation takes the readers from the others.
 * Everything enters in the order in which it came; only a stop does not wait. Words that it overtakes are read all the same before
 * they enter, and what was typed of them is not answered any more.
 */
final class Doorstep {
    /** So many events wait here at most, each of them a message at its longest. A further one is refused. */
    static final int WAITING_MAX = Understanding.AHEAD_MAX;

    /** More characters than this are never looked through on the conversation's thread. */
    static final int AT_ONCE_CHARS_MAX = 500;

    private final Predicate<SessionEvent> door;
    private final Executor threads;
    private final Consumer<String> scan;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private Understanding understanding = Understanding.NONE;
    private boolean reading;

    /**
     * What an event says.
     *
     * @param sentence whether a person says it, so that it has to be understood
     */
    private record Words(String text, boolean sentence) {}

    private static final class Waiting {
        final Runnable refused;
        SessionEvent event;
        final @Nullable Words unread;
        boolean ready;

        Waiting(SessionEvent event, Runnable refused, @Nullable Words unread) {
            this.event = event;
            this.refused = refused;
            this.unread = unread;
            this.ready = unread == null;
        }

        void overtaken() {
            if (event instanceof SessionEvent.TextTyped(String text, String by)) {
                event = new SessionEvent.TextOvertaken(text, by);
            }
        }
    }

    /**
     * @param door takes an event in, or does not
     * @param scan looks for what has to be hidden in words, before they enter
     */
    Doorstep(Predicate<SessionEvent> door, Executor threads, Consumer<String> scan) {
        this.door = door;
        this.threads = threads;
        this.scan = scan;
    }

    Doorstep(Predicate<SessionEvent> door, Executor threads) {
        this(door, threads, _ -> {});
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
    boolean bring(SessionEvent event, Runnable refused) {
        if (!take(event, refused)) {
            return false;
        }
        readOn();
        return true;
    }

    private synchronized boolean take(SessionEvent event, Runnable refused) {
        if (event.isUrgent()) {
            return overtake(event);
        }
        Words words = words(event);
        Words unread = words != null && takesLong(words) ? words : null;
        if (unread == null && waiting.isEmpty()) {
            return door.test(event);
        }
        if (waiting.size() == WAITING_MAX) {
            return false;
        }
        waiting.add(new Waiting(event, refused, unread));
        return true;
    }

    private boolean takesLong(Words words) {
        return words.text.length() > AT_ONCE_CHARS_MAX || (words.sentence && understanding.takesLong(words.text));
    }

    private static @Nullable Words words(SessionEvent event) {
        return switch (event) {
            case SessionEvent.TextTyped(String text, String _) -> new Words(text, true);
            case SessionEvent.TextAdded(String text, String _) -> new Words(text, true);
            case SessionEvent.HumanSaid said -> new Words(said.text(), false);
            case SessionEvent.Instructed(String text, boolean _) -> new Words(text, false);
            case SessionEvent.ContextGiven(String _, String text) -> new Words(text, false);
            default -> null;
        };
    }

    /** Has the next words read, unless some are being read: those go on themselves. */
    private void readOn() {
        Waiting next = nextUnread();
        if (next != null) {
            threads.execute(() -> read(next));
        }
    }

    private synchronized @Nullable Waiting nextUnread() {
        Waiting next = reading
                ? null
                : waiting.stream().filter(each -> !each.ready).findFirst().orElse(null);
        reading |= next != null;
        return next;
    }

    private void read(Waiting one) {
        Words words = one.unread;
        try {
            if (words != null) {
                scan.accept(words.text);
                if (words.sentence) {
                    understanding().prepare(words.text);
                }
            }
        } finally {
            ready(one);
            readOn();
        }
    }

    private synchronized Understanding understanding() {
        return understanding;
    }

    private synchronized void ready(Waiting one) {
        reading = false;
        one.ready = true;
        for (Waiting next = waiting.peek(); next != null && next.ready; next = waiting.peek()) {
            enter();
        }
    }

    /** An urgent event enters before everything that waits. */
    private boolean overtake(SessionEvent urgent) {
        if (urgent instanceof SessionEvent.StopRequested) {
            waiting.forEach(Waiting::overtaken);
        }
        return door.test(urgent);
    }

    private void enter() {
        Waiting next = waiting.remove();
        if (!door.test(next.event)) {
            next.refused.run();
        }
    }
}
