package dev.parley.runelog.journal;

import java.util.concurrent.CompletableFuture;

/**
 * The stage that all appends of one group share. It is a future that only the journal can complete, so that a thousand
 * waiters hang on one object and none of them can tell the others a lie.
 */
final class Ticket extends CompletableFuture<Void> {
    void succeed() {
        super.complete(null);
    }

    void fail(Throwable cause) {
        super.completeExceptionally(cause);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public boolean complete(Void value) {
        return false;
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        return false;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public void obtrudeValue(Void value) {
        throw new UnsupportedOperationException("Only the journal says what is durable.");
    }

    @Override
    public void obtrudeException(Throwable cause) {
        throw new UnsupportedOperationException("Only the journal says what is durable.");
    }
}
