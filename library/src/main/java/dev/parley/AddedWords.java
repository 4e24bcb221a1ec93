package dev.parley;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Words on their way into a conversation that wait there for the next turn. They are recorded in the order they came. */
final class AddedWords {
    private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private boolean over;

    /** Words are on their way; completes when they are recorded. */
    synchronized CompletableFuture<Void> expected() {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        waiting.add(taken);
        if (over) {
            lost(taken);
        }
        return taken;
    }

    synchronized void lost(CompletableFuture<Void> words) {
        lost(
                words,
                over
                        ? new IllegalStateException("the conversation is over")
                        : new NotTakenIn("the conversation takes nothing in at the moment"));
    }

    synchronized void lost(CompletableFuture<Void> words, IllegalStateException why) {
        words.completeExceptionally(why);
        waiting.removeIf(CompletableFuture::isDone);
    }

    /** The next of them were recorded. */
    synchronized void taken() {
        CompletableFuture<Void> next = waiting.poll();
        if (next != null) {
            next.complete(null);
        }
    }

    /** Nothing is recorded any more. */
    synchronized void over() {
        over = true;
        for (@Nullable CompletableFuture<Void> next = waiting.peek(); next != null; next = waiting.peek()) {
            lost(next);
        }
    }
}
