package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One of many clients of a server: writes or speaks in a conversation of its own, reads everything that happens there, and
 * remembers what it was promised. It comes back to another server and goes on after the last event that it saw.
 */
final class CrowdClient {
    static final String KEY = "sk-ana";
    private static final long PATIENCE_MS = 20_000;
    private static final int FRAME_BYTES = 640;
    private static final int FRAMES = 30;
    private static final int LATEST = 40;
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String name;
    private final boolean speaks;
    private final String conversation;
    private final List<String> acknowledged = new ArrayList<>();
    private final Map<Long, Json.Obj> seen = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private ServedParley server;
    private @Nullable WebSocket socket;
    private CompletableFuture<Void> line = new CompletableFuture<>();
    private long last;
    private long soundBytes;

    /** Begins a conversation and listens. */
    CrowdClient(String name, ServedParley server, boolean speaks) throws IOException, InterruptedException {
        this.name = name;
        this.server = server;
        this.speaks = speaks;
        HttpResponse<String> answer = begun(server, speaks);
        assertEquals(201, answer.statusCode(), answer.body());
        this.conversation = String.valueOf(ServedParley.object(answer.body()).text("conversation"));
        listen();
    }

    /** Asks again while the server has no room, as on a machine that others keep busy. */
    private static HttpResponse<String> begun(ServedParley server, boolean speaks)
            throws IOException, InterruptedException {
        HttpResponse<String> answer;
        do {
            answer = server.post(KEY, "/v1/conversations", speaks ? "{\"audio\":true}" : "{}");
        } while (answer.statusCode() == 503 && answer.body().contains("no_room"));
        return answer;
    }

    String name() {
        return name;
    }

    String conversation() {
        return conversation;
    }

    /** Comes back after its line was lost. */
    void comeBack(ServedParley other) {
        line.join();
        server = other;
        listen();
    }

    private void listen() {
        line = new CompletableFuture<>();
        soundBytes = 0;
        if (speaks) {
            URI at = server.socketAt("/v1/conversations/" + conversation + "/socket?after=" + last());
            socket = HTTP.newWebSocketBuilder()
                    .header("Authorization", "Bearer " + KEY)
                    .buildAsync(at, new Sounds())
                    .join();
        } else {
            Thread.ofVirtual().start(this::readEvents);
        }
    }

    // --- what it says

    /** Writes; true where the server has promised to keep it. */
    boolean says(String text) {
        try {
            int status = server.post(
                            KEY, "/v1/conversations/" + conversation + "/messages", "{\"text\":\"" + text + "\"}")
                    .statusCode();
            if (status == 202) {
                acknowledged.add(text);
            }
            return status == 202;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Answers the question about this call. */
    int approves(String call) throws IOException, InterruptedException {
        return server.post(
                        KEY,
                        "/v1/conversations/" + conversation + "/approvals/" + call.replace("#", "%23"),
                        "{\"approve\":true}")
                .statusCode();
    }

    /** Says something that takes as long as a short sentence, and then nothing. */
    void speaks() {
        byte[] voice = new byte[FRAME_BYTES];
        for (int i = 1; i < voice.length; i += 2) {
            voice[i] = (byte) (i % 40 < 20 ? 20 : -20);
        }
        WebSocket open = Objects.requireNonNull(socket);
        for (int frame = 0; frame < 2 * FRAMES; frame++) {
            open.sendBinary(ByteBuffer.wrap(frame < FRAMES ? voice : new byte[FRAME_BYTES]), true)
                    .join();
        }
    }

    // --- what it sees

    private void readEvents() {
        HttpRequest request = HttpRequest.newBuilder(server.at("/v1/conversations/" + conversation + "/events"))
                .header("Authorization", "Bearer " + KEY)
                .header("Last-Event-ID", Long.toString(last()))
                .build();
        try (InputStream body = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            long id = 0;
            Json.Obj rune = Json.Obj.EMPTY;
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                if (text.startsWith("id: ")) {
                    id = Long.parseLong(text.substring(4));
                } else if (text.startsWith("data: ")) {
                    rune = ServedParley.object(text.substring(6));
                } else if (text.isEmpty() && id > 0) {
                    saw(id, rune);
                    id = 0;
                    rune = Json.Obj.EMPTY;
                }
            }
        } catch (IOException e) {
            // The line is lost, which is what this is about.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lost();
        }
    }

    private final class Sounds implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
            text.append(data);
            if (whole) {
                Json.Obj message = ServedParley.object(text.toString());
                text.setLength(0);
                if ("event".equals(message.text("type"))) {
                    Json rune = message.get("rune");
                    saw(
                            Objects.requireNonNull(message.number("id")).longValue(),
                            rune instanceof Json.Obj it ? it : Json.Obj.EMPTY);
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean whole) {
            heard(data.remaining());
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            lost();
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            lost();
        }
    }

    private void lost() {
        line.complete(null);
        synchronized (this) {
            notifyAll();
        }
    }

    private synchronized void saw(long id, Json.Obj rune) {
        if (id != last + 1) {
            wrong.add("event " + id + " came after " + last);
        }
        last = id;
        seen.put(id, rune);
        notifyAll();
    }

    private synchronized void heard(int bytes) {
        soundBytes += bytes;
        notifyAll();
    }

    private synchronized long last() {
        return last;
    }

    /** Waits until it has heard so much on this line. */
    synchronized void awaitSound(long bytes) {
        await(() -> soundBytes >= bytes, "sound");
    }

    /** Waits for the n-th event of this kind that is so. */
    synchronized Json.Obj await(String kind, int nth, Predicate<Json.Obj> wanted) {
        await(() -> matching(kind, wanted).size() >= nth, kind);
        return matching(kind, wanted).get(nth - 1);
    }

    private synchronized void await(java.util.function.BooleanSupplier wanted, String what) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
        while (!wanted.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0 || line.isDone()) {
                throw new CompletionException(
                        name + " waits for " + what + " in " + conversation + " after " + last + ": " + latest(), null);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private List<String> latest() {
        return seen.values().stream()
                .skip(Math.max(0, seen.size() - LATEST))
                .map(rune -> rune.text("kind") + " " + rune.get("payload"))
                .toList();
    }

    /** What the events of this kind say that it saw so far, in order. */
    synchronized List<Json.Obj> matching(String kind, Predicate<Json.Obj> wanted) {
        return seen.values().stream()
                .filter(rune -> kind.equals(rune.text("kind")))
                .map(rune -> rune.get("payload") instanceof Json.Obj payload ? payload : Json.Obj.EMPTY)
                .filter(wanted)
                .toList();
    }

    synchronized int count(String kind) {
        return matching(kind, _ -> true).size();
    }

    // --- what is checked at the end

    /** Every promise was kept: what it saw stands in the record, and all of the record was seen once, in order. */
    synchronized void checkAgainst(List<Json.Obj> record) {
        assertEquals(List.of(), wrong, conversation);
        record.forEach(rune -> {
            long id = Objects.requireNonNull(rune.number("event_id")).longValue();
            Json.Obj mine = seen.get(id);
            if (mine != null && !mine.fields().isEmpty()) {
                assertEquals(rune.text("hash"), mine.text("hash"), conversation + " " + id);
            }
        });
        List<String> kept = record.stream()
                .filter(rune -> "user.words".equals(rune.text("kind")))
                .map(rune -> String.valueOf(((Json.Obj) Objects.requireNonNull(rune.get("payload"))).text("pii_text")))
                .toList();
        acknowledged.forEach(text -> assertEquals(
                1, kept.stream().filter(text::equals).count(), conversation + ": '" + text + "' in " + kept));
    }

    /** The last event that it saw. */
    long lastSeen() {
        return last();
    }
}
