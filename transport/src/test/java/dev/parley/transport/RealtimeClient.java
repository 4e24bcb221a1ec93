package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of the Realtime protocol that keeps everything it is told. */
final class RealtimeClient implements WebSocket.Listener, AutoCloseable {
    static final int RATE_HZ = 24_000;
    private static final int AMPLITUDE = 6_000;

    private final BlockingQueue<Json.Obj> fresh = new LinkedBlockingQueue<>();
    private final List<Json.Obj> seen = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final WebSocket socket;

    RealtimeClient(URI server, String key) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .buildAsync(URI.create("ws://" + server.getAuthority() + "/v1/realtime?model=m"), this)
                .join();
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            try {
                fresh.add((Json.Obj) JsonDecoder.decode(text.toString()));
            } catch (JsonDecoder.NotJson e) {
                throw new IllegalStateException(e);
            }
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.complete(code);
        return null;
    }

    void send(String event) {
        socket.sendText(event, true).join();
    }

    /** Waits for an event of this type and returns it; everything before it is kept. */
    Json.Obj await(String type) throws InterruptedException {
        while (true) {
            Json.Obj event = fresh.poll(20, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("no " + type + " after " + types());
            }
            seen.add(AsyncApi.realtime(event));
            if (type.equals(event.text("type"))) {
                return event;
            }
            if ("error".equals(event.text("type")) && !type.equals("error")) {
                throw new AssertionError("instead of " + type + ": " + event.text());
            }
        }
    }

    /** Waits for an event of this type, also where errors come before it. */
    Json.Obj awaitAfterErrors(String type) throws InterruptedException {
        Json.Obj event = fresh.poll(20, TimeUnit.SECONDS);
        while (event != null && !type.equals(event.text("type"))) {
            seen.add(AsyncApi.realtime(event));
            event = fresh.poll(20, TimeUnit.SECONDS);
        }
        if (event == null) {
            throw new AssertionError("no " + type + " after " + types());
        }
        return event;
    }

    /** The types of all events so far, equal neighbours once. */
    List<String> types() {
        List<String> types = new ArrayList<>();
        for (Json.Obj event : seen) {
            String type = String.valueOf(event.text("type"));
            if (types.isEmpty() || !types.getLast().equals(type)) {
                types.add(type);
            }
        }
        return types;
    }

    List<Json.Obj> seen() {
        return seen;
    }

    /** Writes something to the agent. */
    void say(String words) {
        send("{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\","
                + "\"content\":[{\"type\":\"input_text\",\"text\":\"" + words + "\"}]}}");
    }

    /** Waits until an answer to the question about this call counts. */
    void await(Conversation talk, String call) {
        while (!talk.isHeard(call)) {
            Thread.onSpinWait();
        }
    }

    long count(String type) {
        return seen.stream().filter(event -> type.equals(event.text("type"))).count();
    }

    /** Everything that has come so far without waiting. */
    void drain() {
        for (Json.Obj event = fresh.poll(); event != null; event = fresh.poll()) {
            seen.add(AsyncApi.realtime(event));
        }
    }

    int closeCode() {
        return closed.join();
    }

    /** A voice for so long, and silence after it. */
    void speak(int voiceMs, int silenceMs) {
        append(tone(voiceMs));
        append(new byte[2 * RATE_HZ / 1000 * silenceMs]);
    }

    void append(byte[] sound) {
        int chunk = RATE_HZ / 10 * 2;
        for (int at = 0; at < sound.length; at += chunk) {
            byte[] piece = java.util.Arrays.copyOfRange(sound, at, Math.min(sound.length, at + chunk));
            send("{\"type\":\"input_audio_buffer.append\",\"audio\":\""
                    + Base64.getEncoder().encodeToString(piece) + "\"}");
        }
    }

    static byte[] tone(int ms) {
        byte[] pcm = new byte[2 * RATE_HZ / 1000 * ms];
        for (int i = 0; i < pcm.length / 2; i++) {
            short sample = (short) (AMPLITUDE * Math.sin(i * 2 * Math.PI * 300 / RATE_HZ));
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        return pcm;
    }

    static Json.@Nullable Obj part(Json.Obj of, String name) {
        return of.get(name) instanceof Json.Obj part ? part : null;
    }

    @Override
    public void close() {
        socket.abort();
    }
}
