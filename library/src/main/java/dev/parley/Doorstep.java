package dev.parley;

import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.Understanding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where words wait until they are read, on another thread: on the conversation's own it would hold up every conversation beside
 * it. The words of one conversation are read one after the other, so that no conversation takes the readers from the others.
 * Everything enters in the order in which it came; only a stop does not wait, whether it is an event of its own or a word of
 * what is typed. Words that it overtakes, and those that it is among, are looked through for what has to be hidden before they
 * enter, and what was typed of them is not answered any more.
 */
final class Doorstep {
    /** So many events wait here at most, each of them a message at its longest. A further one is refused. */
    static final int WAITING_MAX = Understanding.AHEAD_MAX;

    /** More characters than this are never looked through on the conversation's thread. */
    static final int AT_ONCE_CHARS_MAX = 500;

    /** Room that is not counted, so that nothing gives it back. */
    private static final Optional<Runnable> COVERED = Optional.of(() -> {});

    private final Predicate<SessionEvent> door;
    private final Executor threads;
    private final Consumer<String> scan;
    private final Predicate<String> stops;
    private final IntFunction<Optional<Runnable>> room;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private Understanding understanding = Understanding.NONE;
    private boolean reading;
    private boolean over;

    /** What became of an event that was brought to the door. */
    enum Brought {
        /** It was taken in, or waits. */
        IN,
        /** The door does not take it, or too much waits here. */
        FULL,
        /** Too much text waits in all conversations of the same owner. */
        OVER_BUDGET
    }

    /**
     * What an event says.
     *
     * @param sentence whether a person says it, so that it has to be understood
     */
    private record Words(String text, boolean sentence) {}

    private static final class Waiting {
        final Runnable refused;
        final Runnable leaves;
        SessionEvent event;
        final @Nullable Words unread;
        boolean ready;

        /** @param leaves is run when it waits no more */
        Waiting(SessionEvent event, Runnable refused, @Nullable Words unread, Runnable leaves) {
            this.event = event;
            this.refused = refused;
            this.unread = unread;
            this.leaves = leaves;
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
     * @param stops whether a stop word is among these words; asked on the thread that brings them
     * @param room for so many characters that wait here beside the first text; gives back what has to be run when they do no more
     */
    Doorstep(
            Predicate<SessionEvent> door,
            Executor threads,
            Consumer<String> scan,
            Predicate<String> stops,
            IntFunction<Optional<Runnable>> room) {
        this.door = door;
        this.threads = threads;
        this.scan = scan;
        this.stops = stops;
        this.room = room;
    }

    synchronized void understandBy(Understanding value) {
        understanding = value;
    }

    /**
     * Brings an event to the door.
     *
     * @param refused is run if it had to wait and the door does not take it afterwards
     */
    Brought bring(SessionEvent event, Runnable refused) {
        Brought brought = take(stopFirst(event), refused);
        if (brought == Brought.IN) {
            readOn();
        }
        return brought;
    }

    /**
     * Has a stop among typed words act before everything that waits. Which words stop is known at once, so that no stop waits for
     * words that are read, in this conversation or in another one.
     *
     * @return what is left to be brought: the words alone where their stop has acted, else the same event
     */
    SessionEvent stopFirst(SessionEvent event) {
        return event instanceof SessionEvent.TextTyped(String text, String by)
                        && stops.test(text)
                        && overtake(new SessionEvent.StopTyped(by))
                ? new SessionEvent.TextOvertaken(text, by)
                : event;
    }

    private synchronized Brought take(SessionEvent event, Runnable refused) {
        if (event.isUrgent()) {
            return isIn(overtake(event));
        }
        Words words = words(event);
        Words unread = words != null && takesLong(words) ? words : null;
        if (unread == null && waiting.isEmpty()) {
            return isIn(door.test(event));
        }
        if (waiting.size() == WAITING_MAX || over) {
            return Brought.FULL;
        }
        Optional<Runnable> leaves = words == null ? COVERED : room(words);
        leaves.ifPresent(left -> waiting.add(new Waiting(event, refused, unread, left)));
        return leaves.isPresent() ? Brought.IN : Brought.OVER_BUDGET;
    }

    private static Brought isIn(boolean taken) {
        return taken ? Brought.IN : Brought.FULL;
    }

    /** What a conversation takes at its least covers the first text that waits here. */
    private Optional<Runnable> room(Words words) {
        boolean isCovered = waiting.isEmpty() && !TextTooLong.is(words.text);
        return isCovered ? COVERED : room.apply(words.text.length());
    }

    private boolean takesLong(Words words) {
        return words.text.length() > AT_ONCE_CHARS_MAX || (words.sentence && understanding.takesLong(words.text));
    }

    private static @Nullable Words words(SessionEvent event) {
        return switch (event) {
            case SessionEvent.TextTyped(String text, String _) -> new Words(text, true);
            case SessionEvent.TextAdded(String text, String _) -> new Words(text, true);
            case SessionEvent.TextOvertaken(String text, String _) -> new Words(text, false);
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
            if (words != null && !isOver()) {
                scan.accept(words.text);
                if (words.sentence && isAnswered(one)) {
                    understanding().prepare(words.text);
                }
            }
        } finally {
            ready(one);
            readOn();
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    private synchronized boolean isAnswered(Waiting one) {
        return !(one.event instanceof SessionEvent.TextOvertaken);
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
    private synchronized boolean overtake(SessionEvent urgent) {
        if (urgent.isStop()) {
            waiting.forEach(Waiting::overtaken);
        }
        return door.test(urgent);
    }

    private void enter() {
        Waiting next = waiting.remove();
        next.leaves.run();
        if (!door.test(next.event)) {
            next.refused.run();
        }
    }

    /** The conversation is over: nothing that waits is read any more. */
    synchronized void over() {
        over = true;
        for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
            next.leaves.run();
            next.refused.run();
        }
    }
}
