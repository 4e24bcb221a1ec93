package dev.parley.agent.stream;

import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.Tail;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One live stream. */
public final class Subscription implements AutoCloseable {
    private final Tail tail;
    private final Viewer viewer;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile long cursor;

    private Subscription(Tail tail, long cursor, Viewer viewer) {
        this.tail = tail;
        this.viewer = viewer;
        this.cursor = cursor;
    }

    /**
     * Delivers everything after the cursor and then whatever becomes durable. The reader may take its time; if it throws,
     * the stream ends, and it can resume from {@link #cursor()}.
     */
    public static Subscription open(
            Runelog log, String conversation, long after, Viewer viewer, Consumer<? super Rune> reader) {
        Tail tail = log.tail(conversation, after, viewer.reach());
        Subscription subscription = new Subscription(tail, after, viewer);
        Thread.ofVirtual().name("stream-" + conversation).start(() -> subscription.deliver(reader));
        return subscription;
    }

    private void deliver(Consumer<? super Rune> reader) {
        try (tail) {
            for (Rune rune = tail.take(); rune != null; rune = tail.take()) {
                if (viewer.sees(rune)) {
                    reader.accept(rune);
                }
                cursor = tail.cursor();
            }
            ended.complete(null);
        } catch (InterruptedException | RuntimeException failed) {
            ended.completeExceptionally(failed);
        }
    }

    /** The newest event id that this reader has behind it, seen or not meant for it. */
    public long cursor() {
        return cursor;
    }

    /** Completes when the stream has ended, and says why if it broke off. */
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    @Override
    public void close() {
        tail.close();
    }
}
