package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.event.SessionEvent;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation that has no room for words at the moment says so: they may be sent again, and nothing was recorded of them. */
@Timeout(60)
class FullDoorTest {
    private static final int TEXT = 1;

    @TempDir
    Path data;

    private final Holding holding = new Holding();

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Fine.")).open();
        parley.watch(holding);
        local = new LocalServer(parley, LocalServer.ANAS_KEY);
    }

    @AfterEach
    void stop() {
        holding.goOn();
        local.close();
    }

    private void fill(Conversation talk) throws InterruptedException {
        holding.hold(talk);
        boolean taken = true;
        while (taken) {
            taken = talk.tell(new SessionEvent.TextAdded("more", "ana"));
        }
    }

    @Test
    void wordsByARequestAndOverTheSocketAreBusy() throws Exception {
        Conversation talk = local.begin("sk-ana", "{}");
        try (RawSocket socket = local.socket(talk.id(), 0, LocalServer.ANA)) {
            fill(talk);
            HttpResponse<String> answer = local.send(
                    "sk-ana", "POST", "/v1/conversations/" + talk.id() + "/messages", "{\"text\":\"hello\"}");
            assertEquals(503, answer.statusCode());
            assertEquals("busy", LocalServer.object(answer.body()).text("code"));
            socket.text("{\"type\":\"say\",\"id\":\"s\",\"text\":\"hello\"}");
            Json.Obj message = LocalServer.object(socket.read(TEXT).text());
            while (!"error".equals(message.text("type"))) {
                message = LocalServer.object(socket.read(TEXT).text());
            }
            assertEquals("busy", message.text("code"));
        }
    }

    @Test
    void whatARealtimeClientWantsIsBusy() throws Exception {
        try (RealtimeClient client = new RealtimeClient(local.at(""), "sk-ana")) {
            Json.Obj session = RealtimeClient.part(client.await("session.created"), "session");
            assertNotNull(session);
            String id = String.valueOf(session.text("id"));
            fill(Objects.requireNonNull(local.parley().conversation(id)));
            for (String event : new String[] {
                "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\","
                        + "\"content\":[{\"type\":\"input_text\",\"text\":\"hello\"}]}}",
                "{\"type\":\"response.create\"}"
            }) {
                client.send(event);
                Json.Obj error = RealtimeClient.part(client.await("error"), "error");
                assertNotNull(error);
                assertEquals("conversation_busy", error.text("code"), event);
            }
        }
    }
}
