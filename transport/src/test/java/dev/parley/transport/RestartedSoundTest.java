package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation in sound that a server goes on with asks and answers nobody before somebody is there. */
@Timeout(60)
class RestartedSoundTest {
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final String QUESTION = "\"about\":\"c1";

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    record Item(String item) {}

    private ServerSpec.Limits limits = ServerSpec.Limits.DEFAULT;

    @BeforeEach
    void start() throws IOException {
        Parley parley = LocalServer.inSound(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .open();
        ServerSpec.Key auditor = new ServerSpec.Key("sk-auditor", ServerSpec.Role.AUDITOR, List.of());
        local = new LocalServer(
                parley, LocalServer.spec(LocalServer.ANAS_KEY, auditor).with(limits), Map.of());
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().startsWith("Order") -> Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"));
            case Message.UserSaid _ -> Reply.says("Fine.");
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private void restart() throws IOException {
        stop();
        start();
    }

    private String inSound() throws Exception {
        return local.begin("sk-ana", "{\"audio\":true}").id();
    }

    private static void await(RawSocket socket, String part) throws IOException {
        RawSocket.Received received = socket.read();
        while (received.opcode() != TEXT || !received.text().contains(part)) {
            received = socket.read();
        }
    }

    /** A conversation in which somebody hears a question, and the server stops. Returns its last event then. */
    private long leftWithAQuestion(String id) throws IOException {
        try (RawSocket socket = local.socket(id, 0, LocalServer.ANA)) {
            socket.text("{\"type\":\"audio\",\"on\":true}");
            socket.text("{\"type\":\"say\",\"text\":\"Order tea\"}");
            await(socket, QUESTION);
            socket.read(BINARY);
            restart();
        }
        return local.parley().record().head(id).eventId();
    }

    private List<String> turnsAfterTheRestart(String id) {
        local.parley().record().commit();
        try (RuneReader reader = local.parley().record().read(id, 0)) {
            List<String> kinds = reader.toList().stream().map(Rune::kind).toList();
            return kinds.subList(kinds.lastIndexOf("session.resumed"), kinds.size()).stream()
                    .filter(kind -> kind.equals("turn.started"))
                    .toList();
        }
    }

    @Test
    void aQuestionIsAskedAgainWhenTheSoundIsBack() throws Exception {
        String id = inSound();
        long head = leftWithAQuestion(id);
        assertEquals(List.of(), turnsAfterTheRestart(id));
        try (RawSocket watcher = local.socket(id, head, "Authorization: Bearer sk-auditor")) {
            await(watcher, "\"opened\"");
            assertEquals(List.of(), turnsAfterTheRestart(id), "who only looks on is not asked");
            try (RawSocket socket = local.socket(id, head, LocalServer.ANA)) {
                socket.text("{\"type\":\"audio\",\"on\":true}");
                await(socket, QUESTION);
                socket.text("{\"type\":\"answer\",\"id\":\"a\",\"call\":\"c1#2\",\"approve\":true}");
                await(socket, "tool.result");
            }
        }
    }

    @Test
    void whoeverReadsIsAskedToo() throws Exception {
        String id = inSound();
        long head = leftWithAQuestion(id);
        try (RawSocket socket = local.socket(id, head, LocalServer.ANA)) {
            await(socket, QUESTION);
        }
    }

    @Test
    void whoeverWritesIsAnswered() throws Exception {
        String id = inSound();
        try (RawSocket socket = local.socket(id, 0, LocalServer.ANA)) {
            socket.text("{\"type\":\"say\",\"text\":\"Hello\"}");
            await(socket, "turn.closed");
        }
        restart();
        long head = local.parley().record().head(id).eventId();
        assertEquals(
                202,
                local.send("sk-ana", "POST", "/v1/conversations/" + id + "/messages", "{\"text\":\"Hello again\"}")
                        .statusCode());
        try (RawSocket socket = local.socket(id, head, LocalServer.ANA)) {
            await(socket, "Fine.");
        }
    }

    @Test
    void oneToWhichNobodyComesBackEnds() throws Exception {
        String left = inSound();
        ServerSpec.Limits usual = limits;
        limits = new ServerSpec.Limits(
                usual.connections(),
                usual.idleSeconds(),
                usual.bodyBytes(),
                usual.headerBytes(),
                usual.messageBytes(),
                usual.queueBytes(),
                usual.messagesPerSecond(),
                1,
                usual.diskSeconds());
        restart();
        assertEquals(
                "disconnected",
                Objects.requireNonNull(local.parley().conversation(left))
                        .over()
                        .join()
                        .reason());
    }

    @Test
    void whoReadsIsNotAwaitedAnyMore() {
        AudioLine line = new AudioLine("ana");
        assertTrue(line.isAwaited());
        line.read();
        assertFalse(line.isAwaited());
    }

    /** Its socket does not come back, so the conversation is over, and its question is asked of nobody. */
    @Test
    void aCallWhoseSocketIsGoneEndsInSilence() throws Exception {
        Json.Obj about =
                Json.Obj.EMPTY.with(ConversationsApi.OWNER, "sk-ana").with(ConversationsApi.SOCKET, "realtime");
        Conversation call = local.parley().converse("call", new Visit("ana", Set.of("ana"), about));
        assertTrue(call.say("Order tea").join().contains("order"));
        restart();
        assertEquals(List.of(), turnsAfterTheRestart("call"));
        assertEquals(0, local.parley().underWay());
    }
}
