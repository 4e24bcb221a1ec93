package dev.parley.transport.telemetry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The way to one address. One that does not take a letter is tried again, each time later; after the last try the letter is lost. */
public final class Post implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI to;
    private final Spec spec;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();

    /**
     * @param tries how often a letter is tried
     * @param firstPauseMs how long after the first failure; twice as long after each other one
     */
    public record Spec(int tries, long firstPauseMs) {
        public static final Spec USUAL = new Spec(6, 500);
    }

    /** What is sent. */
    record Letter(String type, Map<String, String> headers, String body) {}

    Post(URI to, Spec spec) {
        this.to = to;
        this.spec = spec;
    }

    long sent() {
        return sent.get();
    }

    long lost() {
        return lost.get();
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
                pauseMs *= 2;
            }
        }
        lost.incrementAndGet();
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

    @Override
    public void close() {
        http.shutdownNow();
    }
}
