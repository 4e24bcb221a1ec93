package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** What a Realtime client sets and seeds is recorded, and its conversation can be decided again. */
@Timeout(120)
class RealtimeReplayTest {
    private static final String CONFIGURATION = """
        keys: [{key: sk-test, role: client}]
        agent: {kind: script, file: rules.yaml}
        voice: {stt: script, words: ["Hello"], tts: tone, vad: level}
        """;
    private static final String RULES = """
        - {when: "story", says: "There was a house at the end of the road. Nobody had lived in it for many years."}
        - {when: "Hello", says: "Good day."}
        """;

    @TempDir
    Path folder;

    private static final class Client implements WebSocket.Listener {
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                events.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        String await(String type) throws InterruptedException {
            while (true) {
                String event = events.poll(30, TimeUnit.SECONDS);
                assertTrue(event != null && !event.contains("\"type\":\"error\""), () -> type + " but " + event);
                if (event != null && event.contains("\"type\":\"" + type + "\"")) {
                    return event;
                }
            }
        }
    }

    private static String item(String role, String text) {
        String part = role.equals("assistant") ? "output_text" : "input_text";
        return "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"" + role
                + "\",\"content\":[{\"type\":\"" + part + "\",\"text\":\"" + text + "\"}]}}";
    }

    @Test
    void whatIsSetAndSeededIsDecidedAgain() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of())) {
            Client client = new Client();
            WebSocket socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Authorization", "Bearer sk-test")
                    .buildAsync(parley.socketAt("/v1/realtime?model=m"), client)
                    .join();
            Json.Obj created = ServedParley.object(client.await("session.created"));
            Json session = created.get("session");
            String conversation = session instanceof Json.Obj object ? String.valueOf(object.text("id")) : "";
            for (String event : List.of(
                    "{\"type\":\"session.update\",\"session\":{\"tool_choice\":\"none\",\"max_output_tokens\":50,"
                            + "\"audio\":{\"output\":{\"speed\":1.5}}}}",
                    item("system", "The guest is a pirate."),
                    item("assistant", "We spoke of parrots."),
                    item("user", "tell me a story"))) {
                socket.sendText(event, true).join();
            }
            socket.sendText("{\"type\":\"response.create\",\"response\":{\"max_output_tokens\":3}}", true)
                    .join();
            String cut = client.await("response.done");
            assertTrue(cut.contains("\"incomplete\"") && cut.contains("\"max_output_tokens\""), cut);
            socket.sendText(item("user", "Hello"), true).join();
            socket.sendText("{\"type\":\"response.create\"}", true).join();
            assertTrue(client.await("response.done").contains("Good day."));
            socket.abort();
            parley.awaitEnd("sk-test", conversation);
            parley.terminate();
            List<String> kinds = parley.recordOf(conversation).stream()
                    .map(rune -> String.valueOf(rune.text("kind")))
                    .toList();
            for (String kind : List.of("session.bounded", "session.paced", "session.context")) {
                assertTrue(kinds.contains(kind), kind);
            }
            assertEquals(2, kinds.stream().filter("session.context"::equals).count());
            parley.replayed(conversation);
        }
    }
}
