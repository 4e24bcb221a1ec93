package dev.parley.transport.telemetry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Brings letters to one address, in order, one at a time, on a thread of its own. An address that does not take a letter is tried
 * again, each time later; after the last try the letter is lost and counted, as is what does not fit into the queue.
 *
 * @param <T> what becomes a letter when its turn comes
 */
public final class Courier<T> implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long LAST_CALL_MS = 1_000;

    private final URI to;
    private final Spec spec;
    private final Function<T, Letter> writing;
    private final BlockingQueue<T> waiting;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final Thread thread;
    private volatile boolean open = true;

    /**
     * @param waitingMax how many wait at most
     * @param tries how often a letter is tried
     * @param firstPauseMs how long after the first failure; twice as long after each other one
     */
    public record Spec(int waitingMax, int tries, long firstPauseMs) {
        public static final Spec USUAL = new Spec(10_000, 6, 500);
    }

    /** What is sent. */
    record Letter(String type, Map<String, String> headers, String body) {}

    Courier(String name, URI to, Spec spec, Function<T, Letter> writing) {
        this.to = to;
        this.spec = spec;
        this.writing = writing;
        this.waiting = new ArrayBlockingQueue<>(spec.waitingMax());
        this.thread = Thread.ofVirtual().name("parley-" + name).start(this::work);
    }

    /** Never waits. */
    void offer(T content) {
        if (!waiting.offer(content)) {
            lost.incrementAndGet();
        }
    }

    int waiting() {
        return waiting.size();
    }

    long sent() {
        return sent.get();
    }

    long lost() {
        return lost.get();
    }

    private void work() {
        try {
            while (open || !waiting.isEmpty()) {
                T next = waiting.poll(LAST_CALL_MS / 2, TimeUnit.MILLISECONDS);
                if (next != null) {
                    (isBrought(writing.apply(next)) ? sent : lost).incrementAndGet();
                }
            }
        } catch (InterruptedException e) {
            lost.addAndGet(waiting.size());
        }
    }

    private boolean isBrought(Letter letter) throws InterruptedException {
        long pauseMs = spec.firstPauseMs();
        for (int tried = 1; tried <= spec.tries(); tried++) {
            if (isTaken(letter)) {
                return true;
            }
            if (tried < spec.tries()) {
                TimeUnit.MILLISECONDS.sleep(pauseMs);
                pauseMs *= 2;
            }
        }
        return false;
    }

    private boolean isTaken(Letter letter) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(to)
                .timeout(TIMEOUT)
                .header("Content-Type", letter.type())
                .POST(HttpRequest.BodyPublishers.ofString(letter.body()));
        letter.headers().forEach(request::header);
        try {
            int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            return status >= 200 && status < 300;
        } catch (IOException e) {
            return false;
        }
    }

    /** What waits has a second to be brought; then it is lost. */
    @Override
    public void close() {
        open = false;
        try {
            thread.join(LAST_CALL_MS);
            thread.interrupt();
            thread.join(LAST_CALL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
