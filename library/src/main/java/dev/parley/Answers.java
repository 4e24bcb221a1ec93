package dev.parley;

import dev.parley.session.SessionHost.Ending;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for which answer. Words are answered once they were taken in and the conversation waits for a person again.
 * The carrier tells what happens, any thread may wait.
 */
final class Answers {
    /** So many messages wait to be taken in at most, as many as fit through the door. */
    static final int WAITING_MAX = 256;

    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final CompletableFuture<Ending> over = new CompletableFuture<>();
    private @Nullable Waiting present;

    private static final class Waiting {
        final CompletableFuture<Void> taken = new CompletableFuture<>();
        final CompletableFuture<String> answer = new CompletableFuture<>();
        final StringBuilder shown = new StringBuilder();

        @Nullable
        TurnFault fault;

        void done() {
            if (fault == null) {
                answer.complete(shown.toString().strip());
            } else {
                answer.completeExceptionally(fault);
            }
        }

        void fail(IllegalStateException why) {
            taken.completeExceptionally(why);
            answer.completeExceptionally(why);
        }
    }

    /** What becomes of words: when they were taken in, and what was said in answer. */
    record Fate(CompletableFuture<Void> taken, CompletableFuture<String> answer) {}

    /** Words are on their way in, unless so many are that these are refused. */
    synchronized Fate expected() {
        Waiting next = new Waiting();
        if (over.isDone()) {
            next.fail(new IllegalStateException("the conversation is over"));
        } else if (waiting.size() == WAITING_MAX) {
            next.fail(new NotTakenIn(WAITING_MAX + " messages wait to be taken in already"));
        } else {
            waiting.add(next);
        }
        return new Fate(next.taken, next.answer);
    }

    /** There was no room for words that were on their way. */
    void refused(Fate fate) {
        lost(
                fate,
                isOver()
                        ? new IllegalStateException("the conversation is over")
                        : new NotTakenIn("the conversation takes nothing in at the moment"));
    }

    /** Words that were on their way did not get in. */
    synchronized void lost(Fate fate, IllegalStateException why) {
        fate.taken().completeExceptionally(why);
        fate.answer().completeExceptionally(why);
        waiting.removeIf(each -> each.answer.isDone());
    }

    /** Words were taken in: whatever is said from now on answers them, and what was answered before them is over. */
    synchronized void taken() {
        Waiting next = waiting.poll();
        if (next != null) {
            settle();
            present = next;
            next.taken.complete(null);
        }
    }

    /** The next words are kept, and wait for their turn. */
    synchronized void kept() {
        waiting.stream().filter(each -> !each.taken.isDone()).findFirst().ifPresent(each -> each.taken.complete(null));
    }

    /** The next words reached nobody. */
    synchronized void unreached(String why) {
        Waiting next = waiting.poll();
        if (next != null) {
            next.fail(new IllegalStateException(why));
        }
    }

    synchronized void shown(String piece) {
        if (present != null) {
            present.shown.append(piece);
        }
    }

    /** A reply is over, and another may follow in the same answer. */
    synchronized void ended() {
        if (present != null && !present.shown.isEmpty()) {
            present.shown.append('\n');
        }
    }

    /** The turn that answers has failed. What is still said to the person comes first. */
    synchronized void failed(TurnFault why) {
        if (present != null) {
            present.fault = why;
        }
    }

    /** The model gave up on the answer. What was shown of it until then is an answer. */
    synchronized void brokeOff(TurnFault why) {
        if (present != null && present.shown.isEmpty()) {
            present.fault = why;
        }
    }

    /** The conversation waits for a person; true unless words are still on their way. */
    synchronized boolean waits() {
        if (!waiting.isEmpty()) {
            return false;
        }
        settle();
        return true;
    }

    private void settle() {
        if (present != null) {
            present.done();
            present = null;
        }
    }

    boolean isOver() {
        return over.isDone();
    }

    /** Whoever waits for an answer finds, once it is over, that the conversation is. */
    void over(Ending ending) {
        over.complete(ending);
        synchronized (this) {
            settle();
            waiting.forEach(each ->
                    each.fail(new IllegalStateException("the conversation ended: " + ending.reason(), ending.fault())));
            waiting.clear();
        }
    }

    /** The answer that is being given, or one that is done. */
    synchronized CompletableFuture<String> present() {
        Waiting last = waiting.peekLast();
        if (last != null) {
            return last.answer;
        }
        return present == null ? CompletableFuture.completedFuture("") : present.answer;
    }

    CompletableFuture<Ending> over() {
        return over.copy();
    }
}
