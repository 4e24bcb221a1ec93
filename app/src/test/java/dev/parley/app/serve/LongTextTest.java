package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A text of more than 4,000 characters is refused at every door, and what stopped every conversation once stops none. */
@Timeout(120)
class LongTextTest {
    private static final String TOO_LONG = "x".repeat(4_001);
    private static final String CONFIGURATION = """
            keys: [{key: sk-ana, role: client, people: [ana]}, {key: sk-ops, role: operator}]
            voice: {stt: script, words: [hello], tts: tone, vad: level}
            """;

    /** Messages of at most 4,000 characters that took half a minute or overflowed the stack, made as long as they may be. */
    private static final List<String> HELD_UP = List.of(
            "talk ".repeat(800),
            "my allergy is " + "!".repeat(3_985) + "x",
            "\\\"".repeat(4_000),
            "1 ".repeat(2_000),
            "please ".repeat(570),
            "talk ".repeat(79),
            "my allergy is " + "!".repeat(380) + "x");

    @TempDir
    Path folder;

    private static final class Heard implements WebSocket.Listener {
        final BlockingQueue<String> errors = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                String message = part.toString();
                part.setLength(0);
                if (message.startsWith("{\"type\":\"error\"") || message.contains("\"code\"")) {
                    errors.add(message);
                }
            }
            return WebSocket.Listener.super.onText(socket, data, last);
        }
    }

    private static String say(String text) {
        return "{\"text\":\"" + text + "\"}";
    }

    private static String code(HttpResponse<String> answer) {
        return answer.statusCode() + " " + ServedParley.object(answer.body()).text("code");
    }

    @Test
    void everyDoorRefusesATextThatIsTooLongAndNoOtherOneHoldsAnybodyUp() throws Exception {
        try (ServedParley parley = new ServedParley(folder, CONFIGURATION, Map.of())) {
            HttpClient http = HttpClient.newHttpClient();
            String talk = "/v1/conversations/"
                    + ServedParley.object(parley.post("sk-ana", "/v1/conversations", "{}")
                                    .body())
                            .text("conversation");
            assertEquals("413 text_too_long", code(parley.post("sk-ana", talk + "/messages", say(TOO_LONG))));
            assertEquals(
                    "413 text_too_long", code(parley.post("sk-ana", talk + "/messages", say("talk ".repeat(13_000)))));
            String pairs = "\ud83d\ude00".repeat(4_000);
            assertEquals(
                    202, parley.post("sk-ana", talk + "/messages", say(pairs)).statusCode(), "pairs count once");

            Heard socket = new Heard();
            send(http, parley.socketAt(talk + "/socket"), socket, "{\"type\":\"say\",\"text\":\"" + TOO_LONG + "\"}");
            String refused = socket.errors.take();
            assertTrue(refused.contains("\"code\":\"text_too_long\""), refused);
            Heard realtime = new Heard();
            send(
                    http,
                    parley.socketAt("/v1/realtime?model=parley"),
                    realtime,
                    "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\",\"content\":"
                            + "[{\"type\":\"input_text\",\"text\":\"" + TOO_LONG + "\"}]}}");
            String told = realtime.errors.take();
            assertTrue(told.contains("\"code\":\"text_too_long\""), told);

            for (String each : HELD_UP) {
                assertEquals(
                        202,
                        parley.post("sk-ana", talk + "/messages", say(each)).statusCode(),
                        each);
                assertEquals(202, parley.post("sk-ana", talk + "/stop", "{}").statusCode(), each);
            }
            assertEquals(
                    202, parley.post("sk-ana", talk + "/messages", say("hello")).statusCode());
            String meters = parley.text("sk-ops", "/metrics");
            assertTrue(
                    meters.contains("parley_loop_longest_task_seconds{loop=\"parley-carrier-0\",time=\"cpu\"}"),
                    meters);
            assertTrue(meters.contains("parley_loop_slow_tasks_total{loop=\"parley-carrier-0\"}"), meters);
        }
    }

    private static void send(HttpClient http, URI at, WebSocket.Listener listener, String message) {
        http.newWebSocketBuilder()
                .header("Authorization", "Bearer sk-ana")
                .buildAsync(at, listener)
                .join()
                .sendText(message, true)
                .join();
    }

    @Test
    void talkTellsItInOneLineAndGoesOn() {
        Commands talk = new Commands();
        List<String> said = talk.run(
                TOO_LONG + "\nwhat can you do\n",
                "talk",
                "--data",
                folder.resolve("talked").toString());
        assertTrue(
                talk.errors().stream().anyMatch(line -> line.contains("a text has at most 4000 characters")),
                talk.errors().toString());
        assertTrue(said.stream().anyMatch(line -> line.contains("I can turn lights on and off")), said.toString());
    }

    @Test
    void aScenarioWithSuchATextIsRefusedWhereItStands() throws Exception {
        Path file = Files.writeString(folder.resolve("long.yaml"), """
                name: long
                user:
                  - {at_ms: 0, types: "%s"}
                agent:
                  - {when: x, says: "Yes."}
                """.formatted(TOO_LONG));
        Commands scenario = new Commands();
        int code = scenario.code("", "scenario", "run", file.toString());
        assertTrue(
                code != 0 && scenario.errors().toString().contains("text_too_long"),
                scenario.errors().toString());
    }
}
