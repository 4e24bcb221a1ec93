package dev.parley.transport.telemetry;

import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Brings letters to one address, in order, one at a time, on a thread of its own. It keeps nothing: what does not fit into its
 * queue, or waits when its time is over, is lost and counted.
 *
 * @param <T> what becomes a letter when its turn comes
 */
final class Courier<T> implements AutoCloseable {
    private static final int WAITING_MAX = 10_000;
    private static final long LAST_CALL_MS = 1_000;

    private final Post post;
    private final Function<T, Post.Letter> writing;
    private final BlockingQueue<T> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private volatile boolean open = true;

    Courier(String name, URI to, Post.Spec spec, Function<T, Post.Letter> writing) {
        this.post = new Post(to, spec);
        this.writing = writing;
        this.thread = Thread.ofVirtual().name("parley-" + name).start(this::work);
    }

    /** Never waits. */
    void offer(T content) {
        if (!waiting.offer(content)) {
            post.countLost(1);
        }
    }

    int waiting() {
        return waiting.size();
    }

    Post post() {
        return post;
    }

    private void work() {
        try {
            while (open || !waiting.isEmpty()) {
                T next = waiting.poll(LAST_CALL_MS / 2, TimeUnit.MILLISECONDS);
                if (next != null) {
                    post.bring(writing.apply(next));
                }
            }
        } catch (InterruptedException e) {
            post.countLost(waiting.size());
        }
    }

    /** What waits has a second to be brought; then it is lost. */
    @Override
    public void close() {
        open = false;
        end(thread);
        post.close();
    }

    /** Gives a thread that is to end a moment for what it is doing. */
    static void end(Thread thread) {
        try {
            thread.join(LAST_CALL_MS);
            thread.interrupt();
            thread.join(LAST_CALL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
