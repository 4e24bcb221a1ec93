package dev.parley.app.serve;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A telephone as Twilio connects it: every 20 ms it sends 20 ms of a voice or of silence, and plays 20 ms of what it was sent.
 * A mark comes back when everything before it was played, or at once when a clear drops it.
 */
final class PhoneClient implements WebSocket.Listener, AutoCloseable {
    private static final int TICK_MS = 20;
    private static final int BYTES_PER_MS = 8;
    private static final int TICK_BYTES = TICK_MS * BYTES_PER_MS;

    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final StringBuilder partial = new StringBuilder();
    private final Deque<Json.Obj> queue = new ArrayDeque<>();
    private final WebSocket socket;
    private final String stream;
    private int pendingBytes;
    private long playedBytes;
    private long toldBytes;
    private long playedAtClearBytes;
    private long toldAtClearBytes;
    private long firstTickNanos;
    private long lateNanos;
    private long sentMs;
    private int clears;
    private int marks;
    private boolean echoes = true;
    private boolean sends = true;
    private boolean speaks;
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

    /** Calls at this address. */
    PhoneClient(URI at, String token, String call, String stream) {
        this.stream = stream;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("X-Twilio-Signature", signature(token, "wss://" + at.getAuthority() + "/v1/twilio"))
                .buildAsync(at, this)
                .join();
        send("{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}");
        send("{\"event\":\"start\",\"sequenceNumber\":\"1\",\"streamSid\":\"" + stream
                + "\",\"start\":{\"streamSid\":\""
                + stream + "\",\"accountSid\":\"AC1\",\"callSid\":\"" + call + "\",\"tracks\":[\"inbound\"],"
                + "\"customParameters\":{},\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,"
                + "\"channels\":1}}}");
        var _ = ticks.scheduleAtFixedRate(this::tick, 0, TICK_MS, TimeUnit.MILLISECONDS);
    }

    static String signature(String token, String url) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            return Base64.getEncoder().encodeToString(mac.doFinal(url.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void send(String text) {
        sent = sent.thenCompose(_ -> socket.sendText(text, true));
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            Json.Obj message = ServedParley.object(partial.toString());
            partial.setLength(0);
            received(message);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.countDown();
        return null;
    }

    private synchronized void received(Json.Obj message) {
        if (!stream.equals(message.text("streamSid"))) {
            throw new IllegalStateException(message.text());
        }
        switch (String.valueOf(message.text("event"))) {
            case "clear" -> {
                clears++;
                playedAtClearBytes = playedBytes;
                toldAtClearBytes = toldBytes;
                pendingBytes = 0;
                queue.stream().filter(each -> each.get("mark") != null).forEach(this::echo);
                queue.clear();
            }
            case "media", "mark" -> queue.add(message);
            default -> throw new IllegalStateException(message.text());
        }
    }

    private synchronized void tick() {
        firstTickNanos = sentMs == 0 ? System.nanoTime() : firstTickNanos;
        long dueNanos = firstTickNanos + TimeUnit.MILLISECONDS.toNanos(sentMs);
        lateNanos = Math.max(lateNanos, System.nanoTime() - dueNanos);
        sentMs += TICK_MS;
        if (sends) {
            byte[] codes = new byte[TICK_BYTES];
            Arrays.fill(codes, (byte) 0xff);
            for (int i = 0; speaks && i < TICK_BYTES; i++) {
                codes[i] = (byte) (i % 20 < 10 ? 0x90 : 0x10);
            }
            send("{\"event\":\"media\",\"streamSid\":\"" + stream
                    + "\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\",\"timestamp\":\"" + (sentMs - TICK_MS)
                    + "\",\"payload\":\"" + Base64.getEncoder().encodeToString(codes) + "\"}}");
        }
        play(TICK_BYTES);
        notifyAll();
    }

    private void play(int bytes) {
        int left = bytes;
        while (true) {
            int now = Math.min(left, pendingBytes);
            pendingBytes -= now;
            playedBytes += now;
            left -= now;
            Json.Obj next = pendingBytes > 0 ? null : queue.poll();
            if (next == null) {
                return;
            }
            if (next.get("media") instanceof Json.Obj media) {
                pendingBytes = Base64.getDecoder().decode(media.text("payload")).length;
            } else {
                echo(next);
            }
        }
    }

    private void echo(Json.Obj mark) {
        marks++;
        if (echoes) {
            toldBytes = playedBytes;
            send(mark.with("sequenceNumber", "4").text());
        }
    }

    synchronized void speaks(boolean now) {
        speaks = now;
    }

    /** Whether sound is sent at all; the call's time goes on. */
    synchronized void sends(boolean now) {
        sends = now;
    }

    synchronized void echoes(boolean now) {
        echoes = now;
    }

    synchronized long playedMs() {
        return playedBytes / BYTES_PER_MS;
    }

    /** How much was played when the last clear came. */
    synchronized long playedAtClearMs() {
        return playedAtClearBytes / BYTES_PER_MS;
    }

    /** How much of it the marks had told until then. */
    synchronized long toldAtClearMs() {
        return toldAtClearBytes / BYTES_PER_MS;
    }

    /** By how much its ticks were late at most. While they are, it is no telephone: it neither speaks nor plays. */
    synchronized long lateMs() {
        return TimeUnit.NANOSECONDS.toMillis(lateNanos);
    }

    synchronized int clears() {
        return clears;
    }

    synchronized int marks() {
        return marks;
    }

    synchronized long sentMs() {
        return sentMs;
    }

    /** Speaks for a while, in the time of the call. */
    void speak(long forMs) throws InterruptedException, TimeoutException {
        speaks(true);
        pass(forMs);
        speaks(false);
    }

    /** Lets time pass on the line. */
    void pass(long ms) throws InterruptedException, TimeoutException {
        long until = sentMs() + ms;
        await(() -> sentMs() >= until);
    }

    void await(BooleanSupplier condition) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new TimeoutException("played " + playedMs() + " ms, clears " + clears() + ", marks " + marks());
            }
            nextTick();
        }
    }

    private synchronized void nextTick() throws InterruptedException {
        long before = sentMs;
        while (sentMs == before) {
            wait();
        }
    }

    void press(String digit) {
        send("{\"event\":\"dtmf\",\"streamSid\":\"" + stream + "\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\""
                + digit + "\"}}");
    }

    void hangUp() throws InterruptedException, TimeoutException {
        send("{\"event\":\"stop\",\"streamSid\":\"" + stream
                + "\",\"stop\":{\"accountSid\":\"AC1\",\"callSid\":\"CA1\"}}");
        awaitClosed();
    }

    void awaitClosed() throws InterruptedException, TimeoutException {
        if (!closed.await(30, TimeUnit.SECONDS)) {
            throw new TimeoutException("the socket is open");
        }
    }

    /** The line breaks, without a word. */
    @Override
    public void close() throws IOException {
        ticks.shutdownNow();
        socket.abort();
    }
}
