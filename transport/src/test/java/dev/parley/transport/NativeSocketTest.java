package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
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
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conversations over their own socket: words, answers, a stop and sound, as the document at /asyncapi.json says. */
@Timeout(60)
class NativeSocketTest {
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final String ANA = "Authorization: Bearer sk-ana";
    private static final byte[] SILENCE = new byte[Frame.BYTES];
    private static final byte[] VOICE = new byte[Frame.BYTES];

    static {
        for (int i = 1; i < VOICE.length; i += 2) {
            VOICE[i] = (byte) (i % 40 < 20 ? 20 : -20);
        }
    }

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();
    private Parley parley;
    private Server server;
    private Json.Obj document;
    private final Map<String, Schema> schemas = new HashMap<>();

    record Item(String item) {}

    @BeforeEach
    void start() throws IOException, InterruptedException {
        ServerSpec spec = new ServerSpec(
                "127.0.0.1",
                null,
                List.of(
                        new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana")),
                        new ServerSpec.Key("sk ben=", ServerSpec.Role.CLIENT, List.of("ben")),
                        new ServerSpec.Key("sk-auditor", ServerSpec.Role.AUDITOR, List.of())),
                null,
                null,
                List.of(),
                null,
                100_000);
        parley = Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.OWNER, LocalDate.of(1980, 5, 1))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("what is the weather", "stop")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .open();
        server = Server.start(parley, spec, 0, Map.of());
        document = object(http.send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/asyncapi.json"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body());
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().startsWith("Order") -> Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"));
            case Message.UserSaid said -> Reply.says("You said " + said.text() + ", and that takes a while to say.");
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    private static Json.Obj object(String text) {
        try {
            return (Json.Obj) JsonDecoder.decode(text);
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException(text, e);
        }
    }

    private String begin(String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(server.address() + "/v1/conversations"))
                        .header("Authorization", "Bearer sk-ana")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(201, answer.statusCode(), answer.body());
        return String.valueOf(object(answer.body()).text("conversation"));
    }

    private RawSocket open(String id, String... headers) throws IOException {
        return new RawSocket(URI.create(server.address() + "/v1/conversations/" + id + "/socket"), List.of(headers));
    }

    /** The next message of this kind; all that come before it are checked too. */
    private Json.Obj await(RawSocket socket, Predicate<Json.Obj> wanted) throws IOException {
        while (true) {
            RawSocket.Received received = socket.read();
            if (received.opcode() == TEXT) {
                Json.Obj message = checked(received.text());
                if (wanted.test(message)) {
                    return message;
                }
            }
        }
    }

    /** The first message of each of these kinds, in whatever order they come. */
    private List<Json.Obj> awaitAll(RawSocket socket, Predicate<Json.Obj> one, Predicate<Json.Obj> other)
            throws IOException {
        Json.Obj first = await(socket, one.or(other));
        Json.Obj second = await(socket, one.test(first) ? other : one);
        return one.test(first) ? List.of(first, second) : List.of(second, first);
    }

    /** Every message is one that the document describes. */
    private Json.Obj checked(String text) {
        Json.Obj message = object(text);
        assertEquals(List.of(), faults(message), text);
        return message;
    }

    private List<?> faults(Json.Obj message) {
        String type = String.valueOf(message.text("type"));
        Schema schema = schemas.computeIfAbsent(
                type,
                _ -> SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(
                                at(document, "components", "messages", type, "payload")
                                        .with("components", at(document, "components"))
                                        .text(),
                                InputFormat.JSON));
        return schema.validate(message.text(), InputFormat.JSON);
    }

    @Test
    void describesThePayloadOfEveryKindOfEvent() {
        Json.Obj ended = Json.Obj.EMPTY.with("signal", "ended").with("reason", "disconnected");
        assertEquals(List.of(), faults(event("control.ended", ended)));
        assertEquals(1, faults(event("control.ended", ended.with("reason", 3))).size());
        assertEquals(List.of(), faults(event("control.of_tomorrow", ended.with("reason", 3))));
    }

    private static Json.Obj event(String kind, Json.Obj payload) {
        Json.Obj rune = Json.Obj.EMPTY.with("event_id", 1).with("kind", kind).with("payload", payload);
        return Json.Obj.EMPTY.with("type", "event").with("id", 1).with("rune", rune);
    }

    private static Json.Obj at(Json.Obj root, String... names) {
        Json.Obj found = root;
        for (String name : names) {
            found = (Json.Obj) Objects.requireNonNull(found.get(name), name + " in " + String.join("/", names));
        }
        return found;
    }

    private static Predicate<Json.Obj> type(String type) {
        return message -> type.equals(message.text("type"));
    }

    private static Predicate<Json.Obj> rune(String kind) {
        return message -> message.get("rune") instanceof Json.Obj rune && kind.equals(rune.text("kind"));
    }

    private static Json.Obj payload(Json.Obj event) {
        return at(event, "rune", "payload");
    }

    @Test
    void whoMutesTheirMicrophoneIsKnownToBeMuted() throws Exception {
        String id = begin("{\"audio\":true}");
        try (RawSocket socket = open(id, ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            socket.text("{\"type\":\"mute\",\"on\":true,\"id\":1}");
            await(socket, type("done"));
            socket.text("{\"type\":\"mute\",\"on\":false,\"id\":2}");
            await(socket, type("done"));
            socket.text("{\"type\":\"mute\",\"id\":3}");
            assertEquals("bad_request", await(socket, type("error")).text("code"));
            socket.text("{\"type\":\"say\",\"text\":\"hello\",\"id\":4}");
            await(socket, type("done"));
        }
        List<String> line = Objects.requireNonNull(parley.conversation(id)).record().stream()
                .map(Rune::kind)
                .filter(kind -> kind.endsWith("muted"))
                .toList();
        assertEquals(List.of("control.muted", "control.unmuted"), line);
        try (RawSocket socket = open(begin(""), ANA)) {
            socket.text("{\"type\":\"mute\",\"on\":true}");
            assertEquals("no_audio", await(socket, type("error")).text("code"));
        }
    }

    @Test
    void wordsAreAnsweredAndEveryEventComesOnceInOrder() throws Exception {
        String id = begin("");
        List<Long> seen = new ArrayList<>();
        try (RawSocket socket = open(id, ANA)) {
            assertEquals(101, socket.status());
            Json.Obj opened = await(socket, type("opened"));
            assertEquals(false, opened.flag("audio"));
            socket.text("{\"type\":\"say\",\"id\":7,\"text\":\"hello\"}");
            await(socket, message -> {
                if (message.get("rune") != null || type("event").test(message)) {
                    seen.add(Objects.requireNonNull(message.number("id")).longValue());
                }
                return rune("turn.closed").test(message);
            });
            assertEquals(seen.stream().distinct().sorted().toList(), seen);
            assertEquals(1, seen.getFirst());
            socket.frame(0x82, SILENCE);
            assertEquals("no_audio", await(socket, type("error")).text("code"));
        }
        try (RawSocket socket = new RawSocket(
                URI.create(server.address() + "/v1/conversations/" + id + "/socket?after=" + seen.getLast()),
                List.of(ANA))) {
            Json.Obj next = await(socket, type("event"));
            assertEquals(
                    seen.getLast() + 1,
                    Objects.requireNonNull(next.number("id")).longValue());
        }
    }

    @Test
    void whoIsAheadOfTheRecordIsToldSoAndTheSocketStaysOpen() throws Exception {
        String id = begin("{}");
        try (RawSocket socket = new RawSocket(
                URI.create(server.address() + "/v1/conversations/" + id + "/socket?after=99999999999999999999"),
                List.of(ANA))) {
            await(socket, type("opened"));
            Json.Obj told = await(socket, message -> true);
            assertEquals("unknown_event", told.text("code"));
            assertFalse(told.has("id"), told::text);
            socket.text("{\"type\":\"stop\",\"id\":\"s\"}");
            assertEquals("s", await(socket, type("done")).text("id"));
        }
    }

    @Test
    void aQuestionIsAnsweredAndAStopActsAtOnce() throws Exception {
        String id = begin("{}");
        try (RawSocket socket = open(id, ANA)) {
            socket.text("{\"type\":\"say\",\"text\":\"Order tea\"}");
            await(
                    socket,
                    message -> rune("agent.reply").test(message)
                            && payload(message).text("about") != null);
            socket.text("{\"type\":\"answer\",\"id\":\"a\",\"call\":\"c1\",\"approve\":true}");
            List<Json.Obj> both = awaitAll(socket, type("done"), rune("tool.result"));
            assertEquals("a", both.getFirst().text("id"));
            assertEquals("success", payload(both.getLast()).text("status"));
            socket.text("{\"type\":\"answer\",\"id\":\"b\",\"call\":\"c1\",\"approve\":true}");
            Json.Obj late = await(socket, type("error"));
            assertEquals("not_pending", late.text("code"));
            assertEquals("b", late.text("id"));
            socket.text("{\"type\":\"stop\",\"id\":\"s\"}");
            assertEquals("s", await(socket, type("done")).text("id"));
        }
    }

    @Test
    void whatIsNoMessageIsRefusedAndTheSocketStaysOpen() throws Exception {
        String id = begin("{}");
        try (RawSocket socket = open(id, ANA)) {
            for (String bad : List.of("{", "[]", "{}", "{\"type\":\"nothing\"}", "{\"type\":\"say\"}")) {
                socket.text(bad);
                assertFalse(Objects.requireNonNull(await(socket, type("error")).text("detail"))
                        .isEmpty());
            }
            socket.text("{\"type\":\"say\",\"text\":\"hello\",\"by\":\"ben\"}");
            assertEquals("forbidden", await(socket, type("error")).text("code"));
        }
    }

    private static void send(RawSocket socket, byte[] frame, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            socket.frame(0x82, frame);
        }
    }

    private static long number(Json.Obj payload, String name) {
        return Objects.requireNonNull(payload.number(name)).longValue();
    }

    @Test
    void aVoiceIsAnsweredInSoundAndABargeInFlushesIt() throws Exception {
        String id = begin("{\"audio\":true}");
        try (RawSocket socket = open(id, ANA)) {
            assertEquals(true, await(socket, type("opened")).flag("audio"));
            send(socket, VOICE, 30);
            send(socket, SILENCE, 30);
            assertEquals(
                    "what is the weather",
                    payload(await(socket, rune("user.words"))).text("pii_text"));
            for (int frames = 1; frames <= 20; frames++) {
                assertEquals(Frame.BYTES, socket.read(BINARY).length());
                socket.text("{\"type\":\"played\",\"ms\":" + frames * Frame.MS / 2 + "}");
            }
            send(socket, VOICE, 40);
            await(socket, type("flush"));
            send(socket, SILENCE, 30);
            Json.Obj ended = payload(await(socket, rune("playback.ended")));
            assertTrue(number(ended, "played_ms") <= 200, "what the client has played: " + ended);
            assertTrue(number(ended, "played_ms") > 0, "what the client has played: " + ended);
        }
    }

    @Test
    void whoRatherReadsHasNotHeardTheRest() throws Exception {
        String id = begin("{\"audio\":true}");
        try (RawSocket socket = open(id, ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            socket.text("{\"type\":\"say\",\"text\":\"hello\"}");
            assertEquals(Frame.BYTES, socket.read(BINARY).length());
            socket.text("{\"type\":\"audio\",\"on\":false}");
            long frames = 1;
            RawSocket.Received received = socket.read();
            while (!(received.opcode() == TEXT && received.text().contains("playback.ended"))) {
                frames += received.opcode() == BINARY ? 1 : 0;
                received = socket.read();
            }
            Json.Obj ended = payload(checked(received.text()));
            assertTrue(number(ended, "played_ms") <= frames * Frame.MS, frames + " frames came: " + ended);
            assertEquals(true, ended.flag("interrupted"));
            socket.text("{\"type\":\"say\",\"text\":\"again\"}");
            Json.Obj shown = payload(await(socket, rune("playback.ended")));
            assertEquals(false, shown.flag("interrupted"), "words that are shown");
        }
    }

    @Test
    void aSocketThatHadTheSoundEndsTheConversationWhenItCloses() throws Exception {
        String id = begin("{\"audio\":true}");
        try (RawSocket watcher = open(id, "Authorization: Bearer sk-auditor")) {
            await(watcher, type("opened"));
            try (RawSocket socket = open(id, ANA)) {
                socket.text("{\"type\":\"say\",\"text\":\"hello\"}");
                await(socket, rune("turn.closed"));
            }
            try (RawSocket socket = open(id, ANA)) {
                socket.text("{\"type\":\"audio\",\"on\":true,\"id\":1}");
                await(socket, type("done"));
            }
            assertEquals(
                    "disconnected",
                    payload(await(watcher, rune("control.ended"))).text("reason"));
        }
    }

    /** Ruling X4; as a message over REST is refused. */
    @Test
    void wordsToAHaltedConversationAreRefused() throws Exception {
        String id = begin("{}");
        Conversation talk = Objects.requireNonNull(parley.conversation(id));
        talk.tell(new SessionEvent.OverrideRequested(
                "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana"));
        talk.tell(new SessionEvent.PluginChanged("plugin_x", Json.Obj.EMPTY.with("override_active", false)));
        while (!talk.isHalted()) {
            Thread.onSpinWait();
        }
        try (RawSocket socket = open(id, ANA)) {
            socket.text("{\"type\":\"say\",\"id\":1,\"text\":\"hello\"}");
            assertEquals("halted", await(socket, type("error")).text("code"));
            socket.text("{\"type\":\"stop\",\"id\":2}");
            await(socket, type("done"));
        }
    }

    @Test
    void nobodyMeetsAForeignConversation() throws Exception {
        String id = begin("{}");
        assertEquals(401, open(id).status());
        assertEquals(404, open("nothing", ANA).status());
        String key = Base64.getUrlEncoder().withoutPadding().encodeToString("sk ben=".getBytes(StandardCharsets.UTF_8));
        assertEquals(
                404,
                open(id, "Sec-WebSocket-Protocol: parley, parley-key." + key).status());
        assertEquals(400, open(id, ANA, "Sec-WebSocket-Protocol: soap").status());
        assertEquals(403, open(id, ANA, "Origin: https://elsewhere.example").status());
        try (RawSocket socket = open(id, "Authorization: Bearer sk-auditor")) {
            await(socket, type("opened"));
            socket.text("{\"type\":\"say\",\"text\":\"hello\"}");
            assertEquals("forbidden", await(socket, type("error")).text("code"));
        }
    }

    @Test
    void everyMessageOfTheDocumentIsOfAChannelAndAnOperation() {
        assertEquals("3.0.0", document.text("asyncapi"));
        List<String> used = new ArrayList<>();
        at(document, "operations").fields().values().forEach(operation -> used.add(operation.text()));
        at(document, "channels")
                .fields()
                .forEach((channel, described) -> at((Json.Obj) described, "messages")
                        .fields()
                        .keySet()
                        .forEach(message -> {
                            at(document, "components", "messages", message, "payload");
                            String reference = "#/channels/" + channel + "/messages/" + message;
                            assertTrue(
                                    used.stream().anyMatch(each -> each.contains("\"" + reference + "\"")), reference);
                        }));
    }
}
