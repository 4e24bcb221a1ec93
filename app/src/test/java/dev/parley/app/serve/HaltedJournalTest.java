package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose files may not grow beyond a bound, as on a full disk: it says so, and nothing is acknowledged that is not kept. */
@Timeout(120)
class HaltedJournalTest {
    private static final String FULL_SOON = "ulimit -f 192";
    private static final String KEYS = "keys:\n  - {key: sk-ana, role: client, people: [ana]}\n"
            + "  - {key: sk-op, role: operator}\nrequests_per_second: 100000\n";
    private static final String TALKS = "/v1/conversations";

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // each test starts it
    private ServedParley parley;

    private String talk = "";
    private int said;

    /** A client at a WebSocket that keeps what it is sent. */
    private static final class Listening implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();
        private final BlockingQueue<Json.Obj> messages = new LinkedBlockingQueue<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final AtomicInteger frames = new AtomicInteger();

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
            frames.incrementAndGet();
            from.request(1);
            return null;
        }

        /** Comes back when more sound has come. */
        void awaitSound() {
            int before = frames.get();
            while (frames.get() == before) {
                Thread.onSpinWait();
            }
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                messages.add(ServedParley.object(text.toString()));
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

        Json.Obj await(String type) throws InterruptedException {
            Json.Obj message = messages.poll(30, TimeUnit.SECONDS);
            while (message != null && !type.equals(message.text("type"))) {
                message = messages.poll(30, TimeUnit.SECONDS);
            }
            if (message == null) {
                throw new AssertionError("no " + type);
            }
            return message;
        }
    }

    private void start(String mode) throws IOException, InterruptedException {
        start(mode, "");
    }

    private void start(String mode, String more) throws IOException, InterruptedException {
        parley = ServedParley.bounded(
                folder, KEYS + "on_journal_halt: " + mode + "\n" + more, FULL_SOON, "-Xmx256m", folder.resolve("log"));
        talk = begin("");
    }

    private String begin(String body) throws IOException, InterruptedException {
        HttpResponse<String> begun = parley.post("sk-ana", TALKS, body);
        assertEquals(201, begun.statusCode(), begun.body());
        return String.valueOf(ServedParley.object(begun.body()).text("conversation"));
    }

    /** An agent that speaks for minutes when it is asked what there is. */
    private void startWithAVoice(String mode) throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("rules.yaml"),
                "- {when: what, says: \"" + "It is sunny and warm, as it was yesterday. ".repeat(60) + "\"}\n");
        start(
                mode,
                "agent: {kind: script, file: rules.yaml}\nvoice: {stt: script, words: [nothing], tts: tone, vad: level}\n");
    }

    /** A socket at which a long answer is being spoken. */
    private WebSocket answered(String spoken, Listening listening) {
        WebSocket socket = socket("sk-ana", TALKS + "/" + spoken + "/socket", listening);
        socket.sendText("{\"type\":\"audio\",\"on\":true}", true).join();
        socket.sendText("{\"type\":\"say\",\"text\":\"what is it like\"}", true).join();
        listening.awaitSound();
        return socket;
    }

    private WebSocket socket(String key, String path, Listening listening) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .buildAsync(parley.socketAt(path), listening)
                .join();
    }

    /** Says something until that is not recorded any more; everything that was acknowledged is counted. */
    private HttpResponse<String> sayUntilItIsFull() throws IOException, InterruptedException {
        String words = "{\"text\":\"" + "hello ".repeat(500) + "\"}";
        for (int i = 0; i < 2_000; i++) {
            HttpResponse<String> answer = parley.post("sk-ana", TALKS + "/" + talk + "/messages", words);
            if (answer.statusCode() != 202) {
                return answer;
            }
            said++;
        }
        throw new AssertionError("the disk is never full");
    }

    /** A server that exits refuses the message that it cannot record, or has ended before its answer has left. */
    private void sayUntilItEnds() throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = sayUntilItIsFull();
        } catch (IOException gone) {
            assertEquals(3, parley.exitCode(), gone.toString());
            return;
        }
        assertEquals("503 not_recorded", code(answer));
    }

    private static String code(HttpResponse<String> answer) {
        return answer.statusCode() + " " + ServedParley.object(answer.body()).text("code");
    }

    /** Whatever was acknowledged is in the record, and nothing else was. */
    private void assertKept() {
        long kept = parley.recordOf(talk).stream()
                .filter(rune -> List.of("user.words", "user.added").contains(rune.text("kind")))
                .count();
        assertTrue(kept >= said, kept + " of " + said + " acknowledged messages are kept");
    }

    @Test
    void aServerThatStaysRefusesWhatItCannotRecord() throws Exception {
        start("stay");
        Listening realtime = new Listening();
        WebSocket client = socket("sk-ana", "/v1/realtime?model=m", realtime);
        realtime.await("session.created");
        Listening ownTalk = new Listening();
        WebSocket own = socket("sk-ana", TALKS + "/" + talk + "/socket", ownTalk);
        assertEquals("503 not_recorded", code(sayUntilItIsFull()));

        assertEquals("503 not_recorded", code(parley.post("sk-ana", TALKS, "")));
        String path = TALKS + "/" + talk;
        List<HttpResponse<String>> refused = new ArrayList<>();
        refused.add(parley.post("sk-ana", path + "/messages", "{\"text\":\"hello\"}"));
        refused.add(parley.post("sk-ana", path + "/stop", ""));
        refused.add(parley.post("sk-op", path + "/stop", ""));
        refused.add(parley.post("sk-ana", path + "/approvals/call-1", "{\"approve\":true}"));
        refused.add(parley.post("sk-ana", path + "/people/ben/arrival", ""));
        refused.add(parley.send("DELETE", "sk-ana", path, ""));
        refused.add(parley.post("sk-op", path + "/takeover", ""));
        for (HttpResponse<String> answer : refused) {
            assertEquals("503 not_recorded", code(answer), answer.uri().toString());
        }
        assertEquals(503, parley.send("GET", "", "/readyz", "").statusCode());
        assertEquals(503, parley.send("GET", "", "/healthz", "").statusCode());
        assertTrue(parley.get("sk-ana", TALKS).text().contains(talk), "what is on disk can be read");

        own.sendText("{\"type\":\"say\",\"id\":\"s\",\"text\":\"hello\"}", true).join();
        assertEquals("not_recorded", ownTalk.await("error").text("code"));
        own.sendText("{\"type\":\"stop\",\"id\":\"t\"}", true).join();
        assertEquals("not_recorded", ownTalk.await("error").text("code"));
        client.sendText("{\"type\":\"response.create\"}", true).join();
        Json.Obj error = realtime.await("error");
        assertTrue(error.text().contains("not_recorded"), error.text());
        assertTrue(parley.isAlive());
        parley.kill();
        assertKept();
    }

    @Test
    void aLongAnswerFallsSilentAtAStopThatCannotBeRecorded() throws Exception {
        startWithAVoice("stay");
        String spoken = begin("{\"audio\":true}");
        Listening listening = new Listening();
        WebSocket socket = answered(spoken, listening);
        assertEquals("503 not_recorded", code(sayUntilItIsFull()));
        listening.awaitSound();
        assertEquals("503 not_recorded", code(parley.post("sk-ana", TALKS + "/" + spoken + "/stop", "")));
        listening.await("flush");
        int heard = listening.frames.get();
        for (int i = 0; i < 20; i++) {
            socket.sendText("{\"type\":\"stop\",\"id\":\"again\"}", true).join();
            assertEquals("not_recorded", listening.await("error").text("code"));
        }
        assertEquals(heard, listening.frames.get(), "nothing is spoken after the stop");
        parley.kill();
    }

    @Test
    void aServerThatExitsTellsThoseWhoAreBeingAnswered() throws Exception {
        startWithAVoice("exit");
        String spoken = begin("{\"audio\":true}");
        Listening own = new Listening();
        WebSocket _ = answered(spoken, own);
        Listening realtime = new Listening();
        WebSocket client = socket("sk-ana", "/v1/realtime?model=m", realtime);
        realtime.await("session.created");
        client.sendText(
                        "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\","
                                + "\"content\":[{\"type\":\"input_text\",\"text\":\"what is it like\"}]}}",
                        true)
                .join();
        client.sendText("{\"type\":\"response.create\"}", true).join();
        realtime.await("response.output_audio.delta");
        CompletableFuture<HttpResponse<String>> events = events(spoken);
        sayUntilItEnds();
        assertEquals("not_recorded", own.await("error").text("code"));
        Json.Obj error = realtime.await("error");
        assertTrue(error.text().contains("not_recorded"), error.text());
        assertEquals(1011, own.closed.get(30, TimeUnit.SECONDS));
        assertEquals(1011, realtime.closed.get(30, TimeUnit.SECONDS));
        assertTrue(events.get(30, TimeUnit.SECONDS).body().contains("\nid: "), "the stream has ended");
        assertEquals(3, parley.exitCode());
    }

    private CompletableFuture<HttpResponse<String>> events(String conversation) {
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(parley.at(TALKS + "/" + conversation + "/events")
                                        .toString()))
                                .header("Authorization", "Bearer sk-ana")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aServerThatExitsClosesWhatIsOpenAndEndsWithACode() throws Exception {
        start("exit");
        Listening realtime = new Listening();
        WebSocket client = socket("sk-ana", "/v1/realtime?model=m", realtime);
        realtime.await("session.created");
        CompletableFuture<HttpResponse<String>> events = events(talk);
        sayUntilItEnds();
        assertEquals(3, parley.exitCode());
        assertTrue(client.isInputClosed() || realtime.closed.get(10, TimeUnit.SECONDS) > 0);
        assertTrue(realtime.messages.stream().anyMatch(each -> each.text().contains("not_recorded")), "an error first");
        assertTrue(events.get(10, TimeUnit.SECONDS).body().contains("\nid: "), "the stream has ended");
        List<String> told = Files.readAllLines(folder.resolve("log")).stream()
                .filter(line -> line.contains("exit code 3"))
                .toList();
        assertEquals(1, told.size(), Files.readString(folder.resolve("log")));
        assertTrue(told.getFirst().contains("the journal has halted"), told.getFirst());
        assertKept();
        try (ServedParley again = ServedParley.logged(folder, KEYS, folder.resolve("log"))) {
            HttpResponse<String> taken =
                    again.post("sk-ana", TALKS + "/" + talk + "/messages", "{\"text\":\"hello again\"}");
            assertEquals(202, taken.statusCode(), taken.body());
        }
    }
}
