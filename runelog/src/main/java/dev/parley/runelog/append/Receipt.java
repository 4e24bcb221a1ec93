package dev.parley.runelog.append;

import dev.parley.kernel.rune.Rune;
import java.util.concurrent.CompletionStage;

/**
 * What an append answers. The rune has its event id and the state may move at once. The stage is completed on the commit
 * loop's thread, so what hangs on it only hands over to another loop.
 *
 * @param rune as it stands in the log
 * @param durable completes when the rune's bytes are on disk, and fails when they cannot be
 */
public record Receipt(Rune rune, CompletionStage<Void> durable) {
    /** Waits until the rune is on disk. */
    public void awaitDurable() {
        durable.toCompletableFuture().join();
    }

    public boolean isDurable() {
        var future = durable.toCompletableFuture();
        return future.isDone() && !future.isCompletedExceptionally();
    }
}
