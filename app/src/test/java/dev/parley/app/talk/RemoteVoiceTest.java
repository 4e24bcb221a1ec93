package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.parley.app.Parley;
import dev.parley.app.voice.Spoken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation in sound with a recogniser and a voice of a server on this machine. */
@Timeout(60)
class RemoteVoiceTest {
    private static final int PER_MS = 16;

    @TempDir
    Path folder;

    private final List<String> spoken = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/audio/transcriptions", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] words = "{\"text\":\"Turn on the kitchen lights.\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, words.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(words);
            }
        });
        server.createContext("/v1/audio/speech", exchange -> {
            spoken.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(tone(24_000, 500));
            }
        });
        server.start();
        return server;
    }

    private static byte[] tone(int rateHz, int ms) {
        ByteBuffer pcm = ByteBuffer.allocate(2 * rateHz / 1000 * ms).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; pcm.hasRemaining(); i++) {
            pcm.putShort((short) (12_000 * Math.sin(2 * Math.PI * 300 * i / rateHz)));
        }
        return pcm.array();
    }

    @Test
    void wordsComeFromOneServerAndTheAnswerIsSpokenByAnother() throws IOException {
        byte[] pcm = new byte[2 * PER_MS * 5_000];
        System.arraycopy(tone(16_000, 1_000), 0, pcm, 2 * PER_MS * 500, 2 * PER_MS * 1_000);
        Files.write(folder.resolve("in.wav"), Spoken.wav(pcm));
        HttpServer server = server();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
            Files.writeString(
                    folder.resolve("parley.yaml"),
                    "voice:\n  stt: {kind: openai, url: \"" + url + "\", model: ear}\n  tts: {kind: openai, url: \""
                            + url + "\", model: voice, voice: nova}\n  vad: level\n");
            assertEquals(0, talk(), told::toString);
        } finally {
            server.stop(0);
        }
        assertEquals(1, spoken.size(), told::toString);
        assertTrue(spoken.getFirst().contains("The kitchen lights are on."), spoken::toString);
        assertTrue(spoken.getFirst().contains("nova"), spoken::toString);
        byte[] out = Files.readAllBytes(folder.resolve("out.wav"));
        long loud = 0;
        for (int at = 44; at + 1 < out.length; at += 2) {
            loud += Math.abs((short) ((out[at] & 0xff) | (out[at + 1] << 8))) > 3_000 ? 1 : 0;
        }
        assertTrue(loud > 4_000, "the answer is heard: " + loud);
    }

    private int talk() {
        PrintStream stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        return new Parley(new ByteArrayInputStream(new byte[0]), stream, stream)
                .run(
                        "talk",
                        "--voice",
                        "--as",
                        "ana",
                        "--config",
                        folder.resolve("parley.yaml").toString(),
                        "--data",
                        folder.resolve("data").toString(),
                        "--in",
                        folder.resolve("in.wav").toString(),
                        "--out",
                        folder.resolve("out.wav").toString());
    }
}
