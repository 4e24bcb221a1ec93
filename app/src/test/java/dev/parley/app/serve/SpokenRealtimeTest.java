package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.voice.Spoken;
import dev.parley.kernel.json.Json;
import dev.parley.provider.Resampler;
import dev.parley.speech.tts.Voice;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server listens and speaks with the voice that comes with the program. */
@Timeout(120)
class SpokenRealtimeTest {
    /** What was fetched on this machine is another voice. */
    private static final String CONFIGURATION = """
        keys: [{key: sk-ana, role: client, people: [ana]}]
        voice: {stt: phrases, tts: freetts, vad: fvad}
        """;

    private static final int RATE_HZ = 24_000;

    @TempDir
    Path folder;

    private final BlockingQueue<Json.Obj> events = new LinkedBlockingQueue<>();

    @Test
    void aSpokenCommandIsUnderstoodDoneAndAnsweredInSpeech() throws Exception {
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of())) {
            WebSocket socket = connected(parley);
            say(socket, "turn on the kitchen lights");
            assertTrue(audioUntilDone() > RATE_HZ / 2, "half a second of speech or more");
            socket.abort();
            parley.terminate();
            assertEquals(
                    List.of("turn on the kitchen lights"),
                    parley.record("user.words").stream()
                            .map(payload -> String.valueOf(payload.text("pii_text")))
                            .toList());
            assertEquals(1, parley.record("tool.dispatched").size());
            parley.replayed();
        }
    }

    private WebSocket connected(ServedParley parley) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer sk-ana")
                .buildAsync(parley.socketAt("/v1/realtime?model=house"), new Listener())
                .join();
    }

    private static void say(WebSocket socket, String text) {
        byte[] sound = spoken(text);
        int piece = RATE_HZ / 10 * 2;
        for (int at = 0; at < sound.length; at += piece) {
            String audio = Base64.getEncoder()
                    .encodeToString(Arrays.copyOfRange(sound, at, Math.min(sound.length, at + piece)));
            socket.sendText("{\"type\":\"input_audio_buffer.append\",\"audio\":\"" + audio + "\"}", true)
                    .join();
        }
    }

    /** "Stop" is no sentence that the house answers, here as little as at the microphone. */
    @Test
    void aSpokenStopEndsTheAnswerAndIsNotAnsweredItself() throws Exception {
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of())) {
            WebSocket socket = connected(parley);
            say(socket, "turn on the kitchen lights");
            await("response.output_audio.delta");
            say(socket, "stop");
            await("conversation.item.input_audio_transcription.completed");
            socket.abort();
            parley.terminate();
            List<String> words = parley.record("user.words").stream()
                    .map(payload -> String.valueOf(payload.text("pii_text")))
                    .toList();
            assertEquals(List.of("turn on the kitchen lights", "stop"), words);
            assertEquals(1, parley.record("turn.started").size(), "nobody answers a stop");
            parley.replayed();
        }
    }

    private void await(String wanted) throws InterruptedException {
        String type = "";
        while (!type.equals(wanted)) {
            Json.Obj event = events.poll(60, TimeUnit.SECONDS);
            assertNotNull(event, wanted + " never came");
            type = String.valueOf(event.text("type"));
        }
    }

    /** How many bytes of sound came until a response with sound was done. */
    private long audioUntilDone() throws InterruptedException {
        long bytes = 0;
        while (true) {
            Json.Obj event = events.poll(60, TimeUnit.SECONDS);
            assertNotNull(event, "the answer never came");
            String type = String.valueOf(event.text("type"));
            if (type.equals("response.output_audio.delta")) {
                bytes += Base64.getDecoder().decode(String.valueOf(event.text("delta"))).length;
            }
            if (type.equals("response.done") && bytes > 0) {
                return bytes;
            }
        }
    }

    /** At the rate of the protocol, with silence around it. */
    private static byte[] spoken(String text) {
        ByteArrayOutputStream at16 = new ByteArrayOutputStream();
        at16.writeBytes(new byte[32 * 400]);
        at16.writeBytes(Spoken.pcm(text));
        at16.writeBytes(new byte[32 * 1_200]);
        ShortBuffer in = ByteBuffer.wrap(at16.toByteArray())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asShortBuffer();
        short[] samples = new short[in.remaining()];
        in.get(samples);
        short[] sent = Resampler.whole(samples, Voice.RATE_HZ, RATE_HZ);
        ByteBuffer out = ByteBuffer.allocate(2 * sent.length).order(ByteOrder.LITTLE_ENDIAN);
        out.asShortBuffer().put(sent);
        return out.array();
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                events.add(ServedParley.object(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
