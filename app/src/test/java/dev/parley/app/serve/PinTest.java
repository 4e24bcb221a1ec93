package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A PIN proves who somebody is on every way into a conversation, and no file of the record has it or a part of it. */
@Timeout(120)
class PinTest {
    private static final String CONFIGURATION = """
        keys: [{key: sk-door, role: client}]
        household: house.yaml
        voice: {stt: script, words: ["I am Eva", "my pin is nine seven", "five three", "who am I"], tts: tone, vad: level}
        settings: {vad_silence_ms: 200}
        """;
    private static final List<String> TRACES =
            List.of("9753", "97", "53", "nine seven", "five three", "9 7", "seven five");

    @TempDir
    Path folder;

    private final BlockingQueue<Json.Obj> events = new LinkedBlockingQueue<>();

    @BeforeEach
    void house() throws IOException {
        Files.writeString(
                folder.resolve("house.yaml"),
                "people:\n  - {id: eva, role: OWNER, birthdate: 1970-02-14, pin: \"9753\"}\n");
    }

    @Test
    void typedIntoTalk() throws IOException {
        List<String> said = new Commands()
                .run(
                        "I am Eva\nmy pin is 9753\n",
                        "talk",
                        "--household",
                        folder.resolve("house.yaml").toString(),
                        "--data",
                        folder.resolve("data").toString());
        assertTrue(said.getLast().contains("I know you now"), said.toString());
        leavesNoTrace();
    }

    @Test
    void postedOverRest() throws Exception {
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of())) {
            String id = String.valueOf(ServedParley.object(
                            parley.post("sk-door", "/v1/conversations", "{}").body())
                    .text("conversation"));
            String messages = "/v1/conversations/" + id + "/messages";
            assertEquals(
                    202,
                    parley.post("sk-door", messages, "{\"text\":\"I am Eva\"}").statusCode());
            assertEquals(
                    202,
                    parley.post("sk-door", messages, "{\"text\":\"9 7 5 3\"}").statusCode());
            parley.terminate();
            assertProved(parley);
        }
        leavesNoTrace();
    }

    @Test
    void typedAndSpokenOverRealtime() throws Exception {
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of())) {
            WebSocket socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Authorization", "Bearer sk-door")
                    .buildAsync(parley.socketAt("/v1/realtime?model=house"), new Listener())
                    .join();
            type(socket, "hello, my code is 9 7 5 3");
            await("response.done");
            speak(socket);
            await("response.done");
            speak(socket);
            await("conversation.item.input_audio_transcription.completed");
            speak(socket);
            await("conversation.item.input_audio_transcription.completed");
            speak(socket);
            await("response.done");
            socket.abort();
            parley.terminate();
            assertProved(parley);
        }
        leavesNoTrace();
    }

    private static void type(WebSocket socket, String text) {
        socket.sendText(
                        "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\","
                                + "\"content\":[{\"type\":\"input_text\",\"text\":\"" + text + "\"}]}}",
                        true)
                .join();
        socket.sendText("{\"type\":\"response.create\"}", true).join();
    }

    /** Half a second of a loud voice, then silence. */
    private static void speak(WebSocket socket) {
        byte[] sound = new byte[48 * 1_200];
        for (int i = 0; i < 48 * 500; i += 2) {
            sound[i + 1] = (byte) (i % 40 < 20 ? 20 : -20);
        }
        socket.sendText(
                        "{\"type\":\"input_audio_buffer.append\",\"audio\":\""
                                + Base64.getEncoder().encodeToString(sound) + "\"}",
                        true)
                .join();
    }

    private void await(String type) throws InterruptedException {
        while (true) {
            Json.Obj event = events.poll(30, TimeUnit.SECONDS);
            assertNotNull(event, "no " + type);
            TRACES.forEach(trace -> assertFalse(
                    !event.has("delta")
                            && event.canonical().toLowerCase(Locale.ROOT).contains("\"" + trace),
                    "shown: " + trace));
            if (type.equals(event.text("type"))) {
                return;
            }
        }
    }

    private static void assertProved(ServedParley parley) {
        assertTrue(
                parley.record("verdict.household").stream()
                        .anyMatch(verdict -> "validation_success".equals(verdict.text("action"))
                                && "allowed".equals(verdict.text("decision"))),
                "the PIN was understood");
        assertTrue(
                parley.record("user.words").stream()
                        .anyMatch(
                                words -> String.valueOf(words.text("pii_text")).contains("[pin]")),
                "the record says that there was one");
        parley.replayed();
    }

    /** Words of the record are text in its files, so that a search finds them; hashes, which may hold any digits, are cut out. */
    private void leavesNoTrace() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[0-9a-f]{12,}", "#");
                for (String trace : List.of("9753", "nine seven", "five three", "9 7 5", "seven five")) {
                    if (text.contains(trace)) {
                        found.add(file.getFileName() + ": " + trace);
                    }
                }
            }
        }
        assertEquals(List.of(), found);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                events.add(ServedParley.object(text.toString()));
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
