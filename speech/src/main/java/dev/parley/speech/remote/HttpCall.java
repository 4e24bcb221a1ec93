package dev.parley.speech.remote;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call that is one request and its answer, read by a thread of its own. */
abstract class HttpCall extends RemoteCall {
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);
    private static final int OK = 200;

    private final Endpoint endpoint;
    private @Nullable Thread worker;
    private @Nullable InputStream body;

    HttpCall(ProviderInvocation invocation, ProviderIngress ingress, Endpoint endpoint) {
        super(invocation, ingress);
        this.endpoint = endpoint;
    }

    final Endpoint endpoint() {
        return endpoint;
    }

    /** Sends the request and reads the answer, beside whoever asks. */
    final void begin(HttpRequest.Builder request) {
        String key = endpoint.key();
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        HttpRequest whole = request.timeout(ANSWERS_WITHIN).build();
        synchronized (this) {
            if (!isOver()) {
                worker = Thread.ofVirtual().name("parley-remote").start(() -> work(whole));
            }
        }
    }

    private void work(HttpRequest request) {
        try {
            HttpResponse<InputStream> answer =
                    endpoint.client().send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                keep(in);
                if (answer.statusCode() == OK) {
                    read(in);
                } else {
                    fail(refused(endpoint.place(), answer));
                }
            }
        } catch (HttpConnectTimeoutException e) {
            fail(Outcome.error(true, endpoint.place() + " cannot be reached"));
        } catch (HttpTimeoutException e) {
            fail(Outcome.timeout(endpoint.place() + " did not answer"));
        } catch (IOException e) {
            fail(Outcome.error(true, "the connection to " + endpoint.place() + " broke off"));
        } catch (InterruptedException e) {
            fail(Outcome.cancelled("asked to stop"));
        } catch (RuntimeException e) {
            fail(Outcome.fault(e));
        }
    }

    private synchronized void keep(InputStream in) {
        body = in;
    }

    /** Reads the answer to its end. */
    abstract void read(InputStream in) throws IOException, InterruptedException;

    @Override
    final void closed() {
        InputStream open;
        Thread working;
        synchronized (this) {
            open = body;
            working = worker;
        }
        if (working != null && !working.equals(Thread.currentThread())) {
            working.interrupt();
        }
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is closed in any case.
            }
        }
    }
}
