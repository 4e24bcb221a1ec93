package dev.parley.speech;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads of the system for work that computes for long. Conversations, sockets and calls run on virtual threads and carriers that
 * give way to each other only where they wait, so a recogniser among them would hold up the speech of everybody else. Here the system
 * divides the time. Listening and speaking have threads of their own, so that what is being said never waits behind what is heard,
 * and there are so few of them that ten voices take no more memory than one.
 */
public final class ComputeThreads {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    /** For those who listen. One core is left for speech and for everything that must be in time. */
    public static final ComputeThreads HEARING = new ComputeThreads("parley-hearing", Math.max(1, CORES - 1));

    /** For those who speak. */
    public static final ComputeThreads SPEAKING = new ComputeThreads("parley-speaking", Math.max(1, CORES / 2));

    private final ExecutorService threads;
    private final int count;
    private final AtomicInteger asked = new AtomicInteger();

    private ComputeThreads(String name, int count) {
        this.count = count;
        this.threads = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().name(name + "-", 1).daemon().factory());
    }

    /** Whether nobody would wait for something that is computed now. */
    public boolean isIdle() {
        return asked.get() < count;
    }

    /**
     * Has this computed, in turn, and waits for it.
     *
     * @throws CancellationException where the thread that waits is interrupted, which it stays; what has not begun never begins
     */
    public <T> T compute(Supplier<T> work) {
        asked.incrementAndGet();
        Future<T> result = threads.submit(work::get);
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(false);
            Thread.currentThread().interrupt();
            throw new CancellationException("nobody waits for it any more");
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        } finally {
            asked.decrementAndGet();
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new CompletionException(cause);
    }
}
