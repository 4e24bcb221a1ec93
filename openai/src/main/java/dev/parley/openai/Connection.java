package dev.parley.openai;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.parley.kernel.port.Model.ModelFailure;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one call. The thread that asks also reads; {@link #close} from any thread ends the connection, whether
 * it is still being made, waits for the first byte or is in the middle of an answer.
 */
final class Connection implements HttpClient, HttpClientBuilder {
    private static final long ANSWER_BYTES_MAX = 8L << 20;
    /** A person does not wait longer than this. */
    private static final long PAUSE_MS_MAX = 10_000;

    private static final int TYPE_CHARS_MAX = 80;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int SERVER_ERRORS = 500;

    private final java.net.http.HttpClient http;
    private @Nullable CompletableFuture<HttpResponse<InputStream>> opening;
    private @Nullable InputStream body;
    private @Nullable ModelFailure failure;
    private boolean closed;

    Connection(java.net.http.HttpClient http) {
        this.http = http;
    }

    /** Nobody waits for the answer any more. */
    void close() {
        CompletableFuture<HttpResponse<InputStream>> pending;
        InputStream open;
        synchronized (this) {
            closed = true;
            pending = opening;
            open = body;
        }
        if (pending != null) {
            pending.cancel(true);
        }
        quietly(open);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Why there is no answer, in one sentence that repeats nothing of what was said; null if nothing went wrong here. */
    @Nullable
    ModelFailure failure() {
        return failure;
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        InputStream answer = null;
        try {
            HttpResponse<InputStream> response = send(request);
            answer = taken(response.body());
            failure = refusal(response);
            if (failure == null) {
                parser.parse(new Bounded(answer), listener);
            }
        } catch (CancellationException | InterruptedException e) {
            close();
        } catch (ExecutionException e) {
            failure = new ModelFailure(
                    "the model's server cannot be reached: "
                            + (e.getCause() == null ? e : e.getCause())
                                    .getClass()
                                    .getSimpleName(),
                    true);
        } finally {
            quietly(answer);
        }
        if (failure != null || isClosed()) {
            listener.onError(new IOException("no answer"));
        } else {
            listener.onClose();
        }
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws InterruptedException, ExecutionException {
        java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                .method(request.method().name(), BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        CompletableFuture<HttpResponse<InputStream>> asked =
                http.sendAsync(builder.build(), BodyHandlers.ofInputStream());
        boolean late;
        synchronized (this) {
            opening = asked;
            late = closed;
        }
        if (late) {
            asked.cancel(true);
        }
        return asked.get();
    }

    /** A cancel that came in the moment of the answer's first byte found nothing to close. */
    private InputStream taken(InputStream stream) {
        boolean late;
        synchronized (this) {
            body = stream;
            late = closed;
        }
        if (late) {
            quietly(stream);
            throw new CancellationException();
        }
        return stream;
    }

    private static @Nullable ModelFailure refusal(HttpResponse<InputStream> response) {
        int status = response.statusCode();
        if (status != 200) {
            boolean again = status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT || status >= SERVER_ERRORS;
            String reason = "the model's server answered " + status;
            long pauseMs = pauseMs(response.headers().firstValue("retry-after").orElse(""));
            return again && pauseMs > 0 && pauseMs <= PAUSE_MS_MAX
                    ? ModelFailure.busy(reason, pauseMs)
                    : new ModelFailure(reason, again && pauseMs <= PAUSE_MS_MAX);
        }
        String type = response.headers().firstValue("content-type").orElse("nothing");
        return type.startsWith("text/event-stream")
                ? null
                : new ModelFailure("the model's server answered with " + shown(type) + ", not with a stream", false);
    }

    /** The reason is recorded and shown: as much of the header as a type can be, and nothing that a terminal obeys. */
    private static String shown(String type) {
        String printable = type.replaceAll("[^ -~]", "?");
        return printable.length() <= TYPE_CHARS_MAX ? printable : printable.substring(0, TYPE_CHARS_MAX) + "...";
    }

    /** A date instead of seconds says nothing here: the usual pauses do. */
    private static long pauseMs(String seconds) {
        return seconds.matches("[0-9]{1,9}") ? Long.parseLong(seconds) * 1_000 : 0;
    }

    private static void quietly(@Nullable InputStream stream) {
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                // It is closed.
            }
        }
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        throw new UnsupportedOperationException("every answer is streamed");
    }

    @Override
    public HttpClient build() {
        return this;
    }

    @Override
    public @Nullable Duration connectTimeout() {
        return null;
    }

    /** How long a call may take is the runtime's to say; it cancels. */
    @Override
    public HttpClientBuilder connectTimeout(Duration ignored) {
        return this;
    }

    @Override
    public @Nullable Duration readTimeout() {
        return null;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration ignored) {
        return this;
    }

    /** A server that never stops writing is stopped. */
    private static final class Bounded extends FilterInputStream {
        private long left = ANSWER_BYTES_MAX;

        Bounded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            count(count);
            return count;
        }

        private void count(int bytes) throws IOException {
            left -= Math.max(0, bytes);
            if (left < 0) {
                throw new IOException("the answer is too long");
            }
        }
    }
}
