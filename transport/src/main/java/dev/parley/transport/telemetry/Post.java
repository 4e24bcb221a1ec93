package dev.parley.transport.telemetry;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The way to one address. One that does not take a letter is tried again, each time later. A letter that may be lost is given up
 * after the last try; one that may not is tried until it is taken.
 */
public final class Post implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Post.class.getName());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long PAUSE_MAX_MS = 60_000;

    private final URI to;
    private final Spec spec;
    private final Duration timeout;
    /** A redirect is a failure: it would lead events, and their signatures, to an address that nobody has configured. */
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    /**
     * @param tries how often a letter is tried before it is lost, or before the log tells that it is not taken
     * @param firstPauseMs how long after the first failure; twice as long after each other one, a minute at most
     */
    public record Spec(int tries, long firstPauseMs) {
        public static final Spec USUAL = new Spec(6, 500);
    }

    /** What is sent. */
    record Letter(String type, Map<String, String> headers, String body) {}

    Post(URI to, Spec spec) {
        this(to, spec, TIMEOUT);
    }

    /** @param timeout from the request to the end of the answer */
    Post(URI to, Spec spec, Duration timeout) {
        this.to = to;
        this.spec = spec;
        this.timeout = timeout;
    }

    long sent() {
        return sent.get();
    }

    long lost() {
        return lost.get();
    }

    /** How many tries came to nothing. */
    long failed() {
        return failed.get();
    }

    void countFailed() {
        failed.incrementAndGet();
    }

    void countLost(long letters) {
        lost.addAndGet(letters);
    }

    /** Brings a letter, or counts it as lost. */
    void bring(Letter letter) throws InterruptedException {
        long pauseMs = spec.firstPauseMs();
        for (int tried = 1; tried <= spec.tries(); tried++) {
            if (isTaken(letter)) {
                sent.incrementAndGet();
                return;
            }
            if (tried < spec.tries()) {
                TimeUnit.MILLISECONDS.sleep(pauseMs);
                pauseMs = longer(pauseMs);
            }
        }
        lost.incrementAndGet();
    }

    /** How long to wait after a failure that follows a pause of this length. */
    private static long longer(long pauseMs) {
        return Math.min(pauseMs * 2, PAUSE_MAX_MS);
    }

    /** Brings a letter, however long that takes. It is written anew for each try, because it says when it was. */
    void bringAtLast(Supplier<Letter> writing) throws InterruptedException {
        long pauseMs = spec.firstPauseMs();
        for (long tried = 1; !isTaken(writing.get()); tried++) {
            if (tried % spec.tries() == 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} has not taken a letter in {1} tries; what is after it waits.",
                        to.getHost(),
                        tried);
            }
            TimeUnit.MILLISECONDS.sleep(pauseMs);
            pauseMs = longer(pauseMs);
        }
        sent.incrementAndGet();
    }

    private boolean isTaken(Letter letter) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(to)
                .timeout(timeout)
                .header("Content-Type", letter.type())
                .POST(HttpRequest.BodyPublishers.ofString(letter.body()));
        letter.headers().forEach(request::header);
        // The client's own timeout ends with the headers of the answer; a body may never end.
        CompletableFuture<HttpResponse<Void>> answer =
                http.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        boolean taken = false;
        try {
            int status = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            taken = status >= 200 && status < 300;
        } catch (ExecutionException | TimeoutException e) {
            // Nobody is there, or does not come to an end, which is a failure like any other.
        } finally {
            answer.cancel(true);
        }
        if (!taken) {
            countFailed();
        }
        return taken;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
