package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import dev.parley.kernel.json.Json;
import dev.parley.speech.tts.SpeakingProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ear is a server that writes down one sentence and then falls silent. The word that stops is heard all the same. */
@Timeout(120)
class StalledEarTest {
    @TempDir
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/audio/transcriptions", exchange -> {
            exchange.getRequestBody().readAllBytes();
            if (asked.incrementAndGet() > 1) {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            byte[] words = "{\"text\":\"What can you do?\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, words.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(words);
            }
        });
        server.start();
        return server;
    }

    @Test
    void aSpokenStopIsHeardWhileTheServerStalls() throws IOException {
        SpokenTalk talk = new SpokenTalk(folder, SpeakingProvider.freeTts())
                .silence(400)
                .say("what can you do")
                .silence(4_000)
                .say("stop")
                .silence(2_500);
        HttpServer server = server();
        try {
            String config = "voice:\n  stt: {kind: openai, url: \"http://127.0.0.1:"
                    + server.getAddress().getPort() + "/v1\", model: ear}\n  tts: freetts\n  vad: fvad\n";
            assertEquals(0, talk.talk(config), talk::told);
        } finally {
            over.countDown();
            server.stop(0);
        }
        Json.Obj ended = talk.payloads("playback.ended").getFirst();
        assertEquals(true, ended.flag("interrupted"), talk::told);
        assertEquals(
                List.of("cancelled"),
                talk.payloads("turn.interrupted").stream()
                        .map(payload -> payload.text("reason"))
                        .toList(),
                talk::told);
    }
}
