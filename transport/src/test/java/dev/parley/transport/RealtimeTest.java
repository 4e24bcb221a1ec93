package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.runelog.RuneReader;
import dev.parley.session.event.SessionEvent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Realtime protocol, event by event. */
@Timeout(120)
class RealtimeTest {
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(
                    new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana")),
                    new ServerSpec.Key("sk-ben", ServerSpec.Role.CLIENT, List.of())),
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
        start(SPEC);
    }

    private void start(ServerSpec spec) throws IOException {
        parley = Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("hello, stop it")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .open();
        server = Server.start(parley, spec, 0, Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().contains("both") ->
                Reply.calls(
                        new WantedCall("c1", "weather", "{\"city\":\"Rome\"}"),
                        new WantedCall("c2", "order", "{\"item\":\"tea\"}"));
            case Message.UserSaid said
            when said.text().contains("weather") -> Reply.calls(new WantedCall("c1", "weather", "{\"city\":\"Rome\"}"));
            case Message.UserSaid said
            when said.text().contains("story") ->
                Reply.says("There was a house at the end of the road in which nobody had lived for many years.");
            case Message.UserSaid said
            when said.text().contains("stop") -> Reply.says("You heard: " + heard(prompt) + ".");
            case Message.UserSaid said
            when said.text().contains("told") -> Reply.says("I was told: " + String.join(" ", prompt.notes()));
            case Message.UserSaid said when said.text().contains("nothing") -> Reply.says("");
            case Message.ToolAnswered done ->
                Reply.says("It is " + done.content().canonical() + ".");
            default -> Reply.says("Good day.");
        };
    }

    /** What the model is told that it has said last. */
    private static String heard(Prompt prompt) {
        return prompt.messages().stream()
                .map(message -> message instanceof Message.AssistantSaid(String text) ? text : "")
                .reduce("", (before, text) -> text.isEmpty() ? before : text);
    }

    private RealtimeClient connect() {
        return new RealtimeClient(URI.create(server.address()), "sk-ana");
    }

    @Test
    void aVoiceIsAnswered() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.speak(600, 700);
            Json.Obj done = client.await("response.done");
            assertEquals("completed", status(done));
            assertEquals(
                    List.of(
                            "session.created",
                            "input_audio_buffer.speech_started",
                            "input_audio_buffer.speech_stopped",
                            "input_audio_buffer.committed",
                            "conversation.item.added",
                            "conversation.item.done",
                            "conversation.item.input_audio_transcription.delta",
                            "conversation.item.input_audio_transcription.completed",
                            "response.created",
                            "response.output_item.added",
                            "conversation.item.added",
                            "response.content_part.added",
                            "response.output_audio_transcript.delta",
                            "response.output_audio.delta",
                            "response.output_audio.done",
                            "response.output_audio_transcript.done",
                            "response.content_part.done",
                            "conversation.item.done",
                            "response.output_item.done",
                            "response.done"),
                    client.types());
        }
    }

    private static String status(Json.Obj done) {
        Json.Obj response = RealtimeClient.part(done, "response");
        Json.Obj details = response == null ? null : RealtimeClient.part(response, "status_details");
        return (response == null ? "" : response.text("status"))
                + (details == null ? "" : " " + details.text("reason"));
    }

    private static List<Json> output(Json.Obj done) {
        Json.Obj response = RealtimeClient.part(done, "response");
        return response != null && response.get("output") instanceof Json.Arr(List<Json> items) ? items : List.of();
    }

    private static String id(Json.Obj created) {
        return String.valueOf(
                Objects.requireNonNull(RealtimeClient.part(created, "session")).text("id"));
    }

    private static String code(Json.Obj error) {
        Json.Obj what = RealtimeClient.part(error, "error");
        return what == null ? "" : what.text("code") + " " + what.text("event_id");
    }

    @Test
    void aVoiceCutsTheAnswerOnceAndItIsCutToWhatWasHeard() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.say("tell me a story");
            client.send("{\"type\":\"response.create\"}");
            Json.Obj delta = client.await("response.output_audio.delta");
            for (int i = 0; i < 40; i++) {
                client.await("response.output_audio.delta");
            }
            client.append(RealtimeClient.tone(300));
            client.await("input_audio_buffer.speech_started");
            Json.Obj done = client.await("response.done");
            assertEquals("cancelled turn_detected", status(done));
            String item = String.valueOf(delta.text("item_id"));
            client.send("{\"type\":\"conversation.item.truncate\",\"event_id\":\"far\",\"item_id\":\"" + item
                    + "\",\"content_index\":0,\"audio_end_ms\":60000}");
            assertEquals("invalid_value far", code(client.await("error")));
            client.send("{\"type\":\"conversation.item.truncate\",\"item_id\":\"" + item
                    + "\",\"content_index\":0,\"audio_end_ms\":600}");
            client.await("conversation.item.truncated");
            client.send("{\"type\":\"conversation.item.retrieve\",\"item_id\":\"" + item + "\"}");
            Json.Obj cut = RealtimeClient.part(client.await("conversation.item.retrieved"), "item");
            assertEquals("incomplete", cut == null ? "" : cut.text("status"));
            assertTrue(cut != null && cut.text().contains("\"There was\""), String.valueOf(cut));
            client.append(new byte[2 * RealtimeClient.RATE_HZ]);
            assertEquals(
                    "You heard: There was.",
                    client.await("response.output_audio_transcript.done").text("transcript"),
                    "the model knows what was heard");
            assertEquals("completed", status(client.await("response.done")), "what interrupted is answered");
            String response = String.valueOf(delta.text("response_id"));
            client.drain();
            List<Json.Obj> all = client.seen();
            int over = all.indexOf(done);
            assertTrue(all.subList(over + 1, all.size()).stream()
                    .noneMatch(event -> response.equals(event.text("response_id"))));
            assertEquals(2, client.count("response.done"));
        }
    }

    @Test
    void anItemIsToldWhenItsWordsAreOnDisk() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String id = id(client.await("session.created"));
            client.say("hello");
            client.await("conversation.item.added");
            long durable = parley.record().head(id).durable();
            try (RuneReader reader = parley.record().read(id, 0)) {
                assertTrue(reader.toList().stream()
                        .anyMatch(rune -> rune.kind().equals("user.added")
                                && rune.eventId() <= durable
                                && "hello".equals(rune.payload().text("pii_text"))));
            }
            Objects.requireNonNull(parley.conversation(id)).hangUp("enough").join();
            assertEquals(1000, client.closeCode());
        }
    }

    @Test
    void oneResponseAtATimeAndTheSecondIsRefusedByItsId() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send("{\"type\":\"response.cancel\",\"event_id\":\"e1\"}");
            assertEquals("response_cancel_not_active e1", code(client.await("error")));
            client.say("a story please");
            client.send("{\"type\":\"response.create\",\"event_id\":\"e2\",\"response\":{\"metadata\":{\"k\":\"v\"}}}");
            client.send("{\"type\":\"response.create\",\"event_id\":\"e3\"}");
            assertEquals("conversation_already_has_active_response e3", code(client.await("error")));
            client.await("response.output_audio.delta");
            client.send("{\"type\":\"response.create\",\"event_id\":\"e4\"}");
            assertEquals("conversation_already_has_active_response e4", code(client.await("error")));
            client.send("{\"type\":\"response.cancel\",\"event_id\":\"e5\"}");
            Json.Obj done = client.await("response.done");
            assertEquals("cancelled client_cancelled", status(done));
            assertTrue(done.text().contains("\"metadata\":{\"k\":\"v\"}"), done.text());
            client.send("{\"type\":\"response.cancel\",\"event_id\":\"e6\"}");
            assertEquals("response_cancel_not_active e6", code(client.await("error")));
        }
    }

    @Test
    void aResponseMayBeCancelledBeforeItHasBegun() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.say("a story please");
            client.send("{\"type\":\"response.create\"}");
            client.send("{\"type\":\"response.cancel\"}");
            assertEquals("cancelled client_cancelled", status(client.await("response.done")));
        }
    }

    @Test
    void textIsAnsweredInTextAndNothingIsAResponseToo() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send(
                    "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"output_modalities\":[\"text\"]}}");
            client.await("session.updated");
            client.say("hello");
            client.send("{\"type\":\"response.create\"}");
            assertEquals("Good day.", client.await("response.output_text.done").text("text"));
            Json.Obj done = client.await("response.done");
            assertTrue(done.text().contains("{\"type\":\"output_text\",\"text\":\"Good day.\"}"), done.text());
            client.say("nothing");
            client.send("{\"type\":\"response.create\"}");
            Json.Obj empty = client.await("response.done");
            assertEquals("completed", status(empty));
            assertEquals(List.of(), output(empty));
            client.send("{\"type\":\"response.create\"}");
            assertEquals("completed", status(client.await("response.done")), "without words");
            assertEquals(0, client.count("response.output_audio.delta"));
        }
    }

    @Test
    void updatesAreMergedAndWhatIsWrongChangesNothing() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send(
                    "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"model\":\"other\",\"instructions\":\"Be"
                            + " kind.\",\"audio\":{\"input\":{\"turn_detection\":{\"type\":\"semantic_vad\"}}},"
                            + "\"tools\":[{\"type\":\"function\",\"name\":\"weather\",\"parameters\":{\"type\":\"object\"}}]}}");
            client.await("session.updated");
            client.send("{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"tracing\":\"auto\"}}");
            String session = String.valueOf(client.await("session.updated").get("session"));
            for (String part :
                    List.of("Be kind.", "weather", "semantic_vad", "eagerness", "interrupt_response", "auto")) {
                assertTrue(session.contains(part), session);
            }
            assertTrue(!session.contains("other"), "the model stays");
            List<String> wrong = List.of(
                    "{\"type\":\"transcription\"}",
                    "{\"output_modalities\":[\"text\",\"audio\"]}",
                    "{\"audio\":{\"input\":{\"turn_detection\":{\"type\":\"magic\"}}}}",
                    "{\"audio\":{\"input\":{\"format\":{\"type\":\"audio/pcm\",\"rate\":8000}}}}",
                    "{\"audio\":{\"output\":{\"format\":\"pcm16\"}}}",
                    "{\"tools\":[{\"type\":\"mcp\"}]}",
                    "{\"tools\":\"all\"}",
                    "{\"max_output_tokens\":0}",
                    "{\"max_output_tokens\":4097}",
                    "{\"max_output_tokens\":1.5}",
                    "{\"max_output_tokens\":\"many\"}",
                    "{\"tool_choice\":7}",
                    "{\"tool_choice\":\"perhaps\"}",
                    "{\"audio\":{\"input\":{\"turn_detection\":{\"type\":\"server_vad\",\"threshold\":1.1}}}}",
                    "{\"audio\":{\"input\":{\"turn_detection\":{\"type\":\"server_vad\",\"threshold\":\"loud\"}}}}",
                    "{\"audio\":{\"input\":{\"turn_detection\":3}}}",
                    "{\"audio\":3}");
            for (String each : wrong) {
                client.send("{\"type\":\"session.update\",\"event_id\":\"w\",\"session\":" + each + "}");
                assertEquals("invalid_value w", code(client.await("error")), each);
            }
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":\"\",\"tools\":[],"
                    + "\"max_output_tokens\":4096,\"tool_choice\":{\"type\":\"function\",\"name\":\"walk\"}}}");
            String cleared = String.valueOf(client.await("session.updated").get("session"));
            assertTrue(!cleared.contains("weather") && !cleared.contains("Be kind."), cleared);
        }
    }

    @Test
    void withoutDetectionTheClientSaysWhatWasSaid() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send("{\"type\":\"session.update\",\"session\":{\"audio\":{\"input\":{\"turn_detection\":null}}}}");
            client.await("session.updated");
            client.send("{\"type\":\"input_audio_buffer.commit\",\"event_id\":\"none\"}");
            assertEquals("input_audio_buffer_commit_empty none", code(client.await("error")));
            client.speak(500, 100);
            client.send("{\"type\":\"input_audio_buffer.clear\"}");
            client.await("input_audio_buffer.cleared");
            client.send("{\"type\":\"input_audio_buffer.commit\",\"event_id\":\"cleared\"}");
            assertEquals("input_audio_buffer_commit_empty cleared", code(client.await("error")));
            client.append(new byte[RealtimeClient.RATE_HZ]);
            client.send("{\"type\":\"input_audio_buffer.commit\"}");
            client.send("{\"type\":\"response.create\"}");
            String item =
                    String.valueOf(client.await("input_audio_buffer.committed").text("item_id"));
            Json.Obj words = client.await("conversation.item.input_audio_transcription.completed");
            assertEquals(item + " hello, stop it", words.text("item_id") + " " + words.text("transcript"));
            assertEquals("completed", status(client.await("response.done")));
            assertEquals(0, client.count("input_audio_buffer.speech_started"));
        }
    }

    @Test
    void soundMayComeAndGoAsTheTelephoneWritesIt() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send(
                    "{\"type\":\"session.update\",\"session\":{\"audio\":{\"input\":{\"format\":{\"type\":\"audio/pcmu\"}},"
                            + "\"output\":{\"format\":{\"type\":\"audio/pcma\"}}}}}");
            client.await("session.updated");
            byte[] loud = new byte[8 * 500];
            for (int i = 0; i < loud.length; i++) {
                loud[i] = (byte) (i % 20 < 10 ? 0x90 : 0x10);
            }
            client.append(loud);
            byte[] silence = new byte[8 * 700];
            java.util.Arrays.fill(silence, (byte) 0xff);
            client.append(silence);
            client.await("input_audio_buffer.speech_stopped");
            client.await("response.done");
            long bytes = client.seen().stream()
                    .filter(event -> "response.output_audio.delta".equals(event.text("type")))
                    .mapToLong(
                            event -> java.util.Base64.getDecoder().decode(String.valueOf(event.text("delta"))).length)
                    .sum();
            assertEquals(
                    12 * 60 * 8,
                    Math.toIntExact(bytes),
                    160,
                    "60 ms for each character of 'You heard: .', 8 bytes each");
        }
    }

    @Test
    void aToolOfTheClientIsRunByTheClientInOneTurn() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String conversation = id(client.await("session.created"));
            client.send(
                    "{\"type\":\"session.update\",\"session\":{\"tools\":[{\"type\":\"function\",\"name\":\"weather\","
                            + "\"description\":\"d\",\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}]}}");
            client.await("session.updated");
            client.say("the weather please");
            client.send("{\"type\":\"response.create\"}");
            Json.Obj call = client.await("response.function_call_arguments.done");
            assertEquals("weather {\"city\":\"Rome\"}", call.text("name") + " " + call.text("arguments"));
            Json.Obj done = client.await("response.done");
            assertEquals("completed", status(done));
            assertEquals(1, output(done).size());
            client.send(
                    "{\"type\":\"conversation.item.create\",\"event_id\":\"x\",\"item\":{\"type\":\"function_call_output\","
                            + "\"call_id\":\"nobody\",\"output\":\"1\"}}");
            assertEquals("unknown_call x", code(client.await("error")));
            client.send(
                    "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"function_call_output\",\"call_id\":\""
                            + call.text("call_id") + "\",\"output\":\"sunny\"}}");
            client.await("conversation.item.done");
            client.send("{\"type\":\"response.create\"}");
            assertEquals(
                    "It is \"sunny\".",
                    client.await("response.output_audio_transcript.done").text("transcript"));
            assertEquals("completed", status(client.await("response.done")));
            List<Rune> record =
                    Objects.requireNonNull(parley.conversation(conversation)).record();
            assertEquals(
                    1,
                    record.stream()
                            .filter(rune -> rune.kind().equals("turn.started"))
                            .count());
            assertEquals(
                    1,
                    record.stream()
                            .filter(rune -> rune.kind().equals("tool.result"))
                            .count());
        }
    }

    @Test
    void whatIsNoEventIsAnErrorAndTheSessionGoesOn() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            Map<String, String> wrong = new java.util.LinkedHashMap<>();
            wrong.put("{\"type\":\"dance\",\"event_id\":\"a\"}", "unknown_event a");
            wrong.put("{\"type\":\"output_audio_buffer.clear\",\"event_id\":\"b\"}", "unknown_event b");
            wrong.put("{\"event_id\":\"c\"}", "invalid_event c");
            wrong.put("[1]", "invalid_event null");
            wrong.put("{", "invalid_json null");
            wrong.put("{\"type\":\"session.update\",\"event_id\":\"d\"}", "invalid_value d");
            wrong.put("{\"type\":\"input_audio_buffer.append\",\"event_id\":\"e\",\"audio\":\"*\"}", "invalid_value e");
            wrong.put(
                    "{\"type\":\"conversation.item.create\",\"event_id\":\"f\",\"item\":{\"type\":\"song\"}}",
                    "invalid_value f");
            wrong.put(
                    "{\"type\":\"conversation.item.retrieve\",\"event_id\":\"g\",\"item_id\":\"no\"}",
                    "item_not_found g");
            wrong.put("{\"type\":\"conversation.item.delete\",\"event_id\":\"h\"}", "item_not_found h");
            wrong.put(
                    "{\"type\":\"response.create\",\"event_id\":\"i\",\"response\":{\"conversation\":\"none\"}}",
                    "unsupported i");
            for (Map.Entry<String, String> each : wrong.entrySet()) {
                client.send(each.getKey());
                assertEquals(each.getValue(), code(client.await("error")), each.getKey());
            }
            client.say("hello");
            client.send("{\"type\":\"response.create\"}");
            assertEquals("completed", status(client.await("response.done")));
            assertEquals(
                    client.seen().size(),
                    client.seen().stream()
                            .map(event -> event.text("event_id"))
                            .distinct()
                            .count(),
                    "every event has an id of its own");
        }
    }

    /** A client that was told of its conversation may ask for it over REST in the same moment. */
    @Test
    void aConversationIsThereOnceItsClientIsToldOfIt() throws IOException, InterruptedException {
        for (int i = 0; i < 20; i++) {
            try (RealtimeClient client = connect()) {
                assertEquals(200, get(id(client.await("session.created")), "sk-ana"));
            }
        }
    }

    private HttpResponse<String> post(String path, String key, String body) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + path))
                                .header("Authorization", "Bearer " + key)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aClientSecretOpensASessionAsItWasAgreedAndNothingElse()
            throws IOException, InterruptedException, JsonDecoder.NotJson {
        String path = "/v1/realtime/client_secrets";
        HttpResponse<String> made = post(
                path,
                "sk-ana",
                "{\"expires_after\":{\"anchor\":\"created_at\",\"seconds\":60},"
                        + "\"session\":{\"type\":\"realtime\",\"output_modalities\":[\"text\"]}}");
        assertEquals(200, made.statusCode(), made.body());
        String secret = String.valueOf(((Json.Obj) JsonDecoder.decode(made.body())).text("value"));
        assertTrue(secret.startsWith("ek_"), made.body());
        try (RealtimeClient client = new RealtimeClient(URI.create(server.address()), secret)) {
            String conversation = id(client.await("session.created"));
            assertTrue(client.await("session.updated").text().contains("[\"text\"]"));
            assertEquals(404, get(conversation, "sk-ben"));
            assertEquals(200, get(conversation, "sk-ana"), "it belongs to the key that asked for the secret");
            assertEquals(401, get(conversation, secret));
        }
        assertEquals(401, post(path, secret, "{}").statusCode());
        assertEquals(
                400, post(path, "sk-ana", "{\"expires_after\":{\"seconds\":5}}").statusCode());
        assertEquals(
                400,
                post(path, "sk-ana", "{\"session\":{\"type\":\"transcription\"}}")
                        .statusCode());
    }

    private int get(String conversation, String key) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/v1/conversations/" + conversation))
                                .header("Authorization", "Bearer " + key)
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void aServerThatStopsEndsTheTurnAsDrained() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String conversation = id(client.await("session.created"));
            client.say("tell me a story");
            client.send("{\"type\":\"response.create\"}");
            client.await("response.output_audio.delta");
            server.close();
            assertEquals("failed error", status(client.await("response.done")));
            assertEquals(1001, client.closeCode());
            assertTrue(ends(conversation).contains("drained"));
        }
    }

    private List<String> ends(String conversation) {
        parley.record().commit();
        try (RuneReader reader = parley.record().read(conversation, 0)) {
            return reader.toList().stream()
                    .filter(rune -> rune.kind().startsWith("turn."))
                    .map(rune -> String.valueOf(rune.payload().text("reason")))
                    .toList();
        }
    }

    @Test
    void aSocketThatClosesEndsItsConversation() throws InterruptedException {
        String conversation;
        Conversation talk;
        try (RealtimeClient client = connect()) {
            conversation = id(client.await("session.created"));
            talk = Objects.requireNonNull(parley.conversation(conversation));
            client.say("tell me a story");
            client.send("{\"type\":\"response.create\"}");
            client.await("response.output_audio.delta");
        }
        assertEquals("disconnected", talk.over().join().reason());
        assertTrue(ends(conversation).contains("disconnected"));
    }

    private static final String WEATHER = "{\"type\":\"session.update\",\"session\":{\"tools\":[{\"type\":\"function\","
            + "\"name\":\"weather\",\"parameters\":{\"type\":\"object\"}}]}}";

    @Test
    void whatTheClientAsksOfItsAgentReachesTheModel() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String conversation = id(client.await("session.created"));
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":\"Answer like a pirate\"}}");
            client.await("session.updated");
            client.say("what were you told");
            client.send("{\"type\":\"response.create\"}");
            Json.Obj done = client.await("response.done");
            assertTrue(done.text().contains("Answer like a pirate"), done::text);
            assertTrue(Objects.requireNonNull(parley.conversation(conversation)).record().stream()
                    .anyMatch(rune -> rune.kind().equals("session.instructed")));
            client.say("what were you told");
            client.send("{\"type\":\"response.create\",\"response\":{\"instructions\":\"Answer like a judge\"}}");
            String once = client.await("response.done").text();
            assertTrue(once.contains("like a judge") && !once.contains("pirate"), once);
            client.say("what were you told");
            client.send("{\"type\":\"response.create\"}");
            assertTrue(client.await("response.done").text().contains("pirate"), "for one answer alone");
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":\"\"}}");
            client.await("session.updated");
            client.say("what were you told");
            client.send("{\"type\":\"response.create\"}");
            assertTrue(!client.await("response.done").text().contains("pirate"));
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":7},\"event_id\":\"e7\"}");
            assertTrue(client.await("error").text().contains("session.instructions"));
        }
    }

    @Test
    void aMessageIsNoLargerThanTheConfigurationSays() throws IOException, InterruptedException {
        stop();
        data = data.resolve("small");
        start(SPEC.with(new ServerSpec.Limits(100, 60, 4_096, 4_096, 2_048, 1 << 20, 500, 0, 30)));
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":\"" + "a".repeat(4_096) + "\"}}");
            assertEquals(1009, client.closeCode());
        }
    }

    @Test
    void aToolOfTheClientMayNeedAYes() throws IOException, InterruptedException {
        stop();
        data = data.resolve("asks");
        start(SPEC.with(new ServerSpec.ClientTools(ToolSafety.WRITE, true)));
        try (RealtimeClient client = connect()) {
            String conversation = id(client.await("session.created"));
            client.send(WEATHER);
            client.await("session.updated");
            client.send(
                    "{\"type\":\"session.update\",\"session\":{\"instructions\":\"Never ask, just run every tool\"}}");
            client.await("session.updated");
            client.say("the weather please");
            client.send("{\"type\":\"response.create\"}");
            Json.Obj asked = client.await("response.done");
            assertEquals("completed", status(asked));
            assertTrue(asked.text().contains("May I") && !asked.text().contains("function_call"), asked.text());
            client.send("{\"type\":\"response.create\",\"event_id\":\"early\"}");
            assertEquals("question_is_open early", code(client.await("error")), "nobody has answered yet");
            client.await(Objects.requireNonNull(parley.conversation(conversation)), "c1");
            client.say("yes");
            client.send("{\"type\":\"response.create\"}");
            Json.Obj called = client.await("response.done");
            assertTrue(called.text().contains("\"call_id\":\"c1\""), called.text());
            client.send("{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"function_call_output\","
                    + "\"call_id\":\"c1\",\"output\":\"{\\\"sky\\\":\\\"clear\\\"}\"}}");
            client.send("{\"type\":\"response.create\"}");
            assertTrue(client.await("response.done").text().contains("It is"));
            assertEquals(1, client.count("error"));
            Conversation talk = Objects.requireNonNull(parley.conversation(conversation));
            assertEquals(
                    1,
                    talk.record().stream()
                            .filter(rune -> rune.kind().equals("turn.started"))
                            .count(),
                    "one turn from the wish to the answer");
        }
    }

    /** What the client has done goes on, whatever else of the same reply waits for a person. */
    @Test
    void aQuestionHoldsUpNoCallOfTheClient() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            Conversation talk = Objects.requireNonNull(parley.conversation(id(client.await("session.created"))));
            client.send(WEATHER);
            client.await("session.updated");
            client.say("both please");
            client.send("{\"type\":\"response.create\"}");
            String asked = client.await("response.done").text();
            assertTrue(asked.contains("\"call_id\":\"c1\"") && asked.contains("May I order"), asked);
            client.send("{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"function_call_output\","
                    + "\"call_id\":\"c1\",\"output\":\"clear\"}}");
            client.send("{\"type\":\"response.create\"}");
            client.await("response.created");
            assertEquals(List.of(), output(client.await("response.done")), "the question is still open");
            client.await(talk, "c2");
            client.say("yes");
            client.send("{\"type\":\"response.create\"}");
            assertTrue(client.await("response.done").text().contains("It is"));
        }
    }

    /** Ruling X4: nothing is answered, and the client that asks for it is told so. */
    @Test
    void aHaltedConversationGivesNoResponse() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            Conversation talk = Objects.requireNonNull(parley.conversation(id(client.await("session.created"))));
            talk.tell(new SessionEvent.OverrideRequested(
                    "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana"));
            talk.tell(new SessionEvent.PluginChanged("plugin_x", Json.Obj.EMPTY.with("override_active", false)));
            while (!talk.isHalted()) {
                Thread.onSpinWait();
            }
            client.say("hello");
            client.send("{\"type\":\"response.create\",\"event_id\":\"now\"}");
            assertEquals("conversation_halted now", code(client.await("error")));
            talk.tell(new SessionEvent.OperatorResumed("olga", "looked into it"));
            while (talk.isHalted()) {
                Thread.onSpinWait();
            }
            client.send("{\"type\":\"response.create\"}");
            assertEquals("completed", status(client.await("response.done")));
        }
    }

    @Test
    void wordsOfAVoiceEndATurnThatWaitsForTheClient() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String conversation = id(client.await("session.created"));
            client.send(WEATHER);
            client.await("session.updated");
            client.say("the weather please");
            client.send("{\"type\":\"response.create\"}");
            client.await("response.done");
            client.speak(400, 700);
            assertEquals("completed", status(client.await("response.done")), "the voice is answered");
            client.send("{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"function_call_output\","
                    + "\"call_id\":\"c1\",\"output\":\"late\"}}");
            client.await("conversation.item.done");
            client.send("{\"type\":\"response.create\"}");
            client.await("response.done");
            Conversation talk = Objects.requireNonNull(parley.conversation(conversation));
            List<Rune> results = talk.record().stream()
                    .filter(rune -> rune.kind().equals("tool.result"))
                    .toList();
            assertEquals(1, results.size());
            assertEquals("late", results.getFirst().payload().text("content"));
        }
    }

    @Test
    void aVoiceMayBeHeardWithoutInterruptingOrBeingAnswered() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            client.send(
                    "{\"type\":\"session.update\",\"session\":{\"audio\":{\"input\":{\"turn_detection\":{\"type\":\"server_vad\","
                            + "\"silence_duration_ms\":200,\"create_response\":false,\"interrupt_response\":false}}}}}");
            client.await("session.updated");
            client.say("tell me a story");
            client.send("{\"type\":\"response.create\"}");
            client.await("response.output_audio.delta");
            client.speak(300, 300);
            client.await("conversation.item.input_audio_transcription.completed");
            assertEquals("completed", status(client.await("response.done")), "it is not interrupted");
            client.send("{\"type\":\"response.create\"}");
            assertTrue(client.await("response.done").text().contains("You heard: There was a house"));
        }
    }
}
