package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.Disk;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody waits for ever for a disk that does not answer. */
@Timeout(60)
class StalledDiskTest {
    private static final ServerSpec.Limits USUAL = ServerSpec.Limits.DEFAULT;
    private static final ServerSpec.Limits IMPATIENT = new ServerSpec.Limits(
            USUAL.connections(),
            USUAL.idleSeconds(),
            USUAL.bodyBytes(),
            USUAL.headerBytes(),
            USUAL.messageBytes(),
            USUAL.queueBytes(),
            USUAL.messagesPerSecond(),
            USUAL.evictSeconds(),
            3);

    private final StallingDisk stalling = new StallingDisk();

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer server;

    @BeforeEach
    void start() throws IOException {
        Disk disk = stalling.disk();
        Runelog log = Runelog.open(disk, RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
        Parley parley = Parley.over(log, disk)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
        ServerSpec.Key operator = new ServerSpec.Key("sk-op", ServerSpec.Role.OPERATOR, List.of());
        server = new LocalServer(
                parley, LocalServer.spec(LocalServer.ANAS_KEY, operator).with(IMPATIENT), Map.of());
    }

    @AfterEach
    void stop() {
        stalling.goOn();
        server.close();
    }

    private static String code(HttpResponse<String> answer) {
        return answer.statusCode() + " " + LocalServer.object(answer.body()).text("code");
    }

    @Test
    void aConversationThatIsNotOnDiskInTimeIsRefusedAndEnds() throws IOException, InterruptedException {
        stalling.stall();
        assertEquals("503 not_recorded", code(server.send("sk-ana", "POST", "/v1/conversations", "{}")));
        stalling.goOn();
        while (server.parley().underWay() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsNotAttestedInTimeIsNotDone() throws IOException, InterruptedException {
        Conversation talk = server.begin("sk-ana", "{}");
        stalling.stall();
        assertEquals("503 not_recorded", code(server.send("sk-op", "DELETE", "/v1/conversations/" + talk.id(), "")));
        stalling.goOn();
        assertFalse(talk.isOver());
    }

    @Test
    void aMessageThatIsNotOnDiskInTimeIsAProblem() throws IOException, InterruptedException {
        Conversation talk = server.begin("sk-ana", "{}");
        stalling.stall();
        String path = "/v1/conversations/" + talk.id() + "/messages";
        assertEquals("503 not_recorded", code(server.send("sk-ana", "POST", path, "{\"text\":\"hello\"}")));
    }

    @Test
    void aRealtimeClientWhoseConversationIsNotOnDiskInTimeComesBackLater() {
        stalling.stall();
        try (RealtimeClient client = new RealtimeClient(server.at(""), "sk-ana")) {
            assertEquals(1013, client.closeCode());
        }
        stalling.goOn();
        while (server.parley().underWay() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aRealtimeItemThatIsNotOnDiskInTimeIsAnError() throws InterruptedException {
        try (RealtimeClient client = new RealtimeClient(server.at(""), "sk-ana")) {
            client.await("session.created");
            stalling.stall();
            client.say("hello");
            Json.Obj error = RealtimeClient.part(client.await("error"), "error");
            assertNotNull(error);
            assertEquals("not_recorded", error.text("code"));
            stalling.goOn();
            client.say("hello again");
            client.await("conversation.item.done");
        }
    }
}
