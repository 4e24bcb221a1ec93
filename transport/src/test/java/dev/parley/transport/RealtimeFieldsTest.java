package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Realtime client sets is done, or its session shows what holds instead. */
class RealtimeFieldsTest {
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of())),
            null,
            null,
            List.of(),
            null,
            100_000);

    record Item(String item) {}

    @TempDir
    Path data;

    private Parley parley;
    private Server server;

    @BeforeEach
    void start() throws IOException {
        parley = Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("hello", "hello")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .open();
        server = Server.start(parley, SPEC, 0, Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private static Reply reply(Prompt prompt) {
        String words = prompt.messages().getLast() instanceof Message.UserSaid(String _, String text) ? text : "";
        return switch (words) {
            case "tools" ->
                Reply.says("I have "
                        + prompt.tools().stream()
                                .map(tool -> tool.name() + ";")
                                .sorted()
                                .collect(Collectors.joining(" ")));
            case "story" -> Reply.says("There was a house at the end of the road. Nobody had lived in it for years.");
            default -> Reply.says("Good day.");
        };
    }

    private RealtimeClient connect() {
        return new RealtimeClient(URI.create(server.address()), "sk-ana");
    }

    private static Json.Obj update(RealtimeClient client, String session) throws InterruptedException {
        client.send("{\"type\":\"session.update\",\"session\":" + session + "}");
        return (Json.Obj) Objects.requireNonNull(client.await("session.updated").get("session"));
    }

    private static Json.Obj answer(RealtimeClient client, String words, String response) throws InterruptedException {
        client.say(words);
        client.await("conversation.item.done");
        client.send("{\"type\":\"response.create\",\"response\":" + response + "}");
        return (Json.Obj) Objects.requireNonNull(client.await("response.done").get("response"));
    }

    private static String refused(RealtimeClient client, String response) throws InterruptedException {
        client.send("{\"type\":\"response.create\",\"event_id\":\"e1\",\"response\":" + response + "}");
        Json.Obj error = Objects.requireNonNull(RealtimeClient.part(client.await("error"), "error"));
        assertEquals("e1", error.text("event_id"));
        return error.text("code") + " " + error.text("param");
    }

    private static Json at(Json.Obj from, String... path) {
        Json found = from;
        for (String step : path) {
            found = found instanceof Json.Obj object ? object.get(step) : null;
        }
        return Objects.requireNonNull(found, from.text());
    }

    private static final String WEATHER =
            "\"tools\":[{\"type\":\"function\",\"name\":\"weather\",\"parameters\":{\"type\":\"object\"}}]";

    @Test
    void withoutToolsTheModelIsOfferedNone() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            update(client, "{\"output_modalities\":[\"text\"]," + WEATHER + "}");
            assertTrue(answer(client, "tools", "{}").text().contains("I have order; weather;"));
            Json.Obj once = answer(client, "tools", "{\"tool_choice\":\"none\"}");
            assertTrue(!once.text().contains("order;") && !once.text().contains("weather;"), once::text);
            assertTrue(answer(client, "tools", "{}").text().contains("order; weather;"), "for one answer alone");
            assertTrue(!answer(client, "tools", "{\"tools\":[]}").text().contains("order;"));
            assertEquals(Json.of("none"), at(update(client, "{\"tool_choice\":\"none\"}"), "tool_choice"));
            Json.Obj always = answer(client, "tools", "{}");
            assertTrue(!always.text().contains("order;") && !always.text().contains("weather;"), always::text);
            assertTrue(
                    answer(client, "tools", "{\"tool_choice\":\"auto\"}").text().contains("order;"));
            assertEquals(Json.of("auto"), at(update(client, "{\"tool_choice\":\"required\"}"), "tool_choice"));
            assertTrue(answer(client, "tools", "{}").text().contains("order; weather;"));
            assertEquals("unsupported response.tool_choice", refused(client, "{\"tool_choice\":\"required\"}"));
            assertEquals("unsupported response.tools", refused(client, "{" + WEATHER + "}"));
            assertEquals("unsupported response.prompt", refused(client, "{\"prompt\":{\"id\":\"pmpt_1\"}}"));
        }
    }

    @Test
    void anAnswerThatIsTooLongIsIncomplete() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            update(client, "{\"output_modalities\":[\"text\"]}");
            Json.Obj cut = answer(client, "story", "{\"max_output_tokens\":4}");
            assertEquals("incomplete", cut.text("status"), cut::text);
            assertEquals(Json.of("max_output_tokens"), at(cut, "status_details", "reason"));
            assertEquals(Json.of(4), cut.get("max_output_tokens"));
            assertEquals("completed", answer(client, "story", "{}").text("status"), "for one answer alone");
            update(client, "{\"max_output_tokens\":5}");
            assertEquals("incomplete", answer(client, "story", "{}").text("status"));
            assertEquals("completed", answer(client, "hello", "{}").text("status"), "it fits");
            Json.Obj free = answer(client, "story", "{\"max_output_tokens\":\"inf\"}");
            assertEquals("completed", free.text("status"));
            assertEquals("invalid_value response.max_output_tokens", refused(client, "{\"max_output_tokens\":0}"));
        }
    }

    /** The tone lasts so long for every character, so its length is that of the speech. */
    private static long soundBytes(RealtimeClient client) throws InterruptedException {
        long before = bytes(client);
        answer(client, "hello", "{}");
        return bytes(client) - before;
    }

    private static long bytes(RealtimeClient client) {
        return client.seen().stream()
                .filter(event -> "response.output_audio.delta".equals(event.text("type")))
                .mapToLong(event -> Base64.getDecoder().decode(String.valueOf(event.text("delta"))).length)
                .sum();
    }

    @Test
    void speedIsHeard() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            long normal = soundBytes(client);
            Json.Obj slow = update(client, "{\"audio\":{\"output\":{\"speed\":0.5}}}");
            assertEquals("0.5", at(slow, "audio", "output", "speed").text());
            assertTrue(soundBytes(client) > normal * 3 / 2, "half as fast");
            client.send("{\"type\":\"session.update\",\"event_id\":\"e\",\"session\":"
                    + "{\"audio\":{\"output\":{\"speed\":9}}}}");
            assertTrue(client.await("error").text().contains("session.audio.output.speed"));
        }
    }

    @Test
    void withoutTranscriptionNothingIsTranscribed() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            Json.Obj off = update(client, "{\"audio\":{\"input\":{\"transcription\":null}}}");
            assertEquals(Json.Null.NULL, at(off, "audio", "input", "transcription"));
            client.speak(600, 700);
            client.await("response.done");
            assertEquals(0, client.count("conversation.item.input_audio_transcription.delta"));
            assertEquals(0, client.count("conversation.item.input_audio_transcription.completed"));
            Json.Obj item = client.seen().stream()
                    .filter(event -> "conversation.item.done".equals(event.text("type")))
                    .findFirst()
                    .orElseThrow();
            client.send("{\"type\":\"conversation.item.retrieve\",\"item_id\":"
                    + at(item, "item", "id").text() + "}");
            assertTrue(!client.await("conversation.item.retrieved").text().contains("hello"));
            Json.Obj on = update(client, "{\"audio\":{\"input\":{\"transcription\":{\"model\":\"whisper-1\"}}}}");
            assertEquals(
                    "{\"model\":\"parley\"}",
                    at(on, "audio", "input", "transcription").text());
            client.speak(600, 700);
            client.await("conversation.item.input_audio_transcription.completed");
        }
    }

    @Test
    void whatIsNotDoneIsNotShownAsDone() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            Json.Obj shown = update(
                    client,
                    "{\"truncation\":\"disabled\",\"prompt\":{\"id\":\"pmpt_1\"},"
                            + "\"include\":[\"item.input_audio_transcription.logprobs\"],\"reasoning\":{\"effort\":\"low\"},"
                            + "\"audio\":{\"input\":{\"noise_reduction\":{\"type\":\"near_field\"},\"turn_detection\":"
                            + "{\"type\":\"server_vad\",\"threshold\":0.9,\"idle_timeout_ms\":6000,\"silence_duration_ms\":400}},"
                            + "\"output\":{\"voice\":\"marin\"}}}");
            assertEquals(Json.of("auto"), at(shown, "truncation"));
            for (String none : List.of("prompt", "include")) {
                assertEquals(Json.Null.NULL, at(shown, none), none);
            }
            assertTrue(!shown.has("reasoning"), shown::text);
            assertEquals(Json.Null.NULL, at(shown, "audio", "input", "noise_reduction"));
            assertEquals(Json.Null.NULL, at(shown, "audio", "input", "turn_detection", "idle_timeout_ms"));
            assertTrue(!shown.text().contains("0.9"), shown::text);
            assertEquals(Json.of(400), at(shown, "audio", "input", "turn_detection", "silence_duration_ms"));
            assertEquals(Json.of("parley"), at(shown, "audio", "output", "voice"));
            Json.Obj eager = update(
                    client,
                    "{\"audio\":{\"input\":{\"turn_detection\":{\"type\":\"semantic_vad\",\"eagerness\":\"high\"}}}}");
            assertEquals(Json.of("auto"), at(eager, "audio", "input", "turn_detection", "eagerness"));
        }
    }
}
