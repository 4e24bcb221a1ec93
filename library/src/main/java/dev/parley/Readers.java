package dev.parley;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Has words read on other threads than those of conversations. The owners of conversations are served in turn, one text each, so
 * that the words of one owner wait for one text of every other owner at most, in however many conversations those speak.
 */
final class Readers implements AutoCloseable {
    /**
     * Few, and threads of the system: a text that takes long to read is then scheduled against everything else by the system, and
     * cannot keep the threads on which requests are answered.
     */
    static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);

    private final Executor threads;
    private final @Nullable ExecutorService own;
    /** The owners in the order in which they are served next, with what waits of each. */
    private final LinkedHashMap<String, Queue<Runnable>> waiting = new LinkedHashMap<>();

    private Readers(Executor threads, @Nullable ExecutorService own) {
        this.threads = threads;
        this.own = own;
    }

    /** Readers with threads of their own, which end when these are closed. */
    static Readers start() {
        ExecutorService own = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().name("parley-reader-", 0).daemon().factory());
        return new Readers(own, own);
    }

    /** Readers on the threads of a program. */
    static Readers on(Executor threads) {
        return new Readers(threads, null);
    }

    /** Where the words are read of the conversations of this owner, one after the other in each of them. */
    Executor of(String owner) {
        return reading -> {
            add(owner, reading);
            threads.execute(() -> next().run());
        };
    }

    private synchronized void add(String owner, Runnable reading) {
        waiting.computeIfAbsent(owner, _ -> new ArrayDeque<>()).add(reading);
    }

    /** There is one for each task that was handed to the threads. */
    private synchronized Runnable next() {
        Map.Entry<String, Queue<Runnable>> first = waiting.pollFirstEntry();
        Runnable reading = first.getValue().remove();
        if (!first.getValue().isEmpty()) {
            waiting.putLast(first.getKey(), first.getValue());
        }
        return reading;
    }

    /** Nothing more is read on threads that these have started. */
    @Override
    public void close() {
        if (own != null) {
            var _ = own.shutdownNow();
        }
    }
}
