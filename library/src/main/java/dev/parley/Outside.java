package dev.parley;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Futures as the program gets them: what it does next runs on a thread for work. On the conversation's own thread, which
 * completes the inner one, a program that waits would hold up every conversation of that thread.
 */
final class Outside {
    private Outside() {}

    static <T> CompletableFuture<T> of(CompletableFuture<T> inside, Executor work) {
        if (inside.isDone()) {
            return inside;
        }
        CompletableFuture<T> outside = new CompletableFuture<>();
        var _ = inside.whenComplete((value, failure) -> {
            Runnable complete = () -> {
                if (failure == null) {
                    outside.complete(value);
                } else {
                    outside.completeExceptionally(failure);
                }
            };
            try {
                work.execute(complete);
            } catch (RejectedExecutionException closed) {
                complete.run();
            }
        });
        return outside;
    }
}
