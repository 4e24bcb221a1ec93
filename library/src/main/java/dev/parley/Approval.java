package dev.parley;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Approves the calls of an agent in the program's own name, in place of a question aloud. The record says that the approver answered, and no
 * person (ruling B15).
 */
@FunctionalInterface
public interface Approval {
    /**
     * Called on a thread of its own, which it may block. An answer that fails, or never comes, is none: the question
     * expires.
     */
    CompletionStage<Boolean> ask(Question question);

    /** Says yes to everything, for tests and demonstrations. */
    static Approval always() {
        return _ -> CompletableFuture.completedFuture(true);
    }
}
