package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever sends messages without end is refused most of them, and nobody works for them. */
@Timeout(60)
class ManyMessagesTest {
    private static final int TEXT = 1;
    private static final int MANY = 200;

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    record Item(String item) {}

    @BeforeEach
    void start() throws IOException {
        ServerSpec.Limits usual = ServerSpec.Limits.DEFAULT;
        ServerSpec.Limits few = new ServerSpec.Limits(
                usual.connections(),
                usual.idleSeconds(),
                usual.bodyBytes(),
                usual.headerBytes(),
                usual.messageBytes(),
                usual.queueBytes(),
                10,
                usual.evictSeconds(),
                usual.diskSeconds());
        local = new LocalServer(
                LocalServer.inSound(data)
                        .model((prompt, _) -> prompt.messages().getLast() instanceof Message.UserSaid
                                ? Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"))
                                : Reply.says("Fine."))
                        .tools(TypedTool.writes(
                                "order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                        .open(),
                LocalServer.spec(LocalServer.ANAS_KEY).with(few),
                Map.of());
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private static Json.Obj await(RawSocket socket, String part) throws IOException {
        String text = socket.read(TEXT).text();
        while (!text.contains(part)) {
            text = socket.read(TEXT).text();
        }
        return LocalServer.object(text);
    }

    /** Sends this many times, and finds that some are refused with this code and later ones are not. */
    private static void flood(RawSocket socket, String message, String code, String taken) throws Exception {
        for (int i = 0; i < MANY; i++) {
            socket.text(message);
        }
        await(socket, code);
        String text = "";
        while (!text.contains("\"last\"") || text.contains(code)) {
            socket.text(message.replace("first", "last"));
            text = socket.read(TEXT).text();
        }
        assertTrue(text.contains(taken), text);
    }

    @Test
    void atTheSocketOfAConversation() throws Exception {
        String id = local.begin("sk-ana", "{}").id();
        try (RawSocket socket = local.socket(id, 0, LocalServer.ANA)) {
            flood(socket, "{\"type\":\"audio\",\"on\":false,\"id\":\"first\"}", "too_many_messages", "done");
        }
    }

    @Test
    void aStopIsTakenHoweverManyCameBeforeIt() throws Exception {
        String id = local.begin("sk-ana", "{}").id();
        try (RawSocket socket = local.socket(id, 0, LocalServer.ANA)) {
            for (int i = 0; i < MANY; i++) {
                socket.text("{\"type\":\"audio\",\"on\":false,\"id\":\"more\"}");
                socket.text("{\"type\":\"stop\",\"id\":\"stop" + i + "\"}");
            }
            await(socket, "too_many_messages");
            for (int i = MANY / 2; i < MANY; i++) {
                assertEquals("done", await(socket, "\"stop" + i + "\"").text("type"));
            }
        }
    }

    @Test
    void inARealtimeSession() throws Exception {
        try (RawSocket socket = new RawSocket(local.at("/v1/realtime"), List.of(LocalServer.ANA))) {
            flood(socket, "{\"type\":\"dance\",\"event_id\":\"first\"}", "rate_limit_exceeded", "unknown_event");
        }
    }

    /** The question takes a while to be said, and until then the first answer waits. */
    @Test
    void aSecondAnswerWhileTheFirstWaits() throws Exception {
        Conversation talk = local.begin("sk-ana", "{\"audio\":true}");
        try (RawSocket socket = local.socket(talk.id(), 0, LocalServer.ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            socket.text("{\"type\":\"say\",\"text\":\"Order tea\"}");
            await(socket, "\"about\":\"c1");
            socket.text("{\"type\":\"answer\",\"id\":\"first\",\"call\":\"c1\",\"approve\":true}");
            socket.text("{\"type\":\"answer\",\"id\":\"second\",\"call\":\"c1\",\"approve\":true}");
            Json.Obj second = await(socket, "\"second\"");
            assertEquals("busy", second.text("code"), second::text);
            assertEquals("done", await(socket, "\"first\"").text("type"));
        }
    }
}
