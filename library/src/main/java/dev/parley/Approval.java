package dev.parley;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers for a person what the agent asks before it acts, in place of a question aloud. */
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
