package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.Disk;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Those who run the house leave a trace of what they do over somebody else's socket, too, before it is done. */
@Timeout(60)
class AttestedSocketTest {
    private static final String OPERATOR = "Authorization: Bearer sk-op";
    private static final int TEXT = 1;

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
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of()),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .open();
        server = new LocalServer(
                parley, LocalServer.ANAS_KEY, new ServerSpec.Key("sk-op", ServerSpec.Role.OPERATOR, List.of()));
    }

    @AfterEach
    void stop() {
        stalling.goOn();
        server.close();
    }

    /** Everything that a client can do over the socket, and three frames of sound; returns when it was answered. */
    private void doAll(String conversation, String header) throws IOException {
        try (RawSocket socket = server.socket(conversation, 0, header)) {
            socket.text("{\"type\":\"say\",\"id\":1,\"text\":\"hello\"}");
            socket.text("{\"type\":\"stop\",\"id\":2}");
            socket.text("{\"type\":\"answer\",\"id\":3,\"call\":\"c9\",\"approve\":true}");
            socket.text("{\"type\":\"audio\",\"id\":4,\"on\":true}");
            for (int i = 0; i < 3; i++) {
                socket.frame(0x82, new byte[Frame.BYTES]);
            }
            socket.text("{\"type\":\"played\",\"ms\":0}");
            socket.text("{\"type\":\"played\",\"ms\":1}");
            socket.text("{\"type\":\"mute\",\"id\":6,\"on\":true}");
            socket.text("{\"type\":\"mute\",\"id\":7,\"on\":false}");
            socket.text("{\"type\":\"audio\",\"id\":5,\"on\":false}");
            awaitAnswer(socket, 5);
        }
    }

    private static Json.Obj awaitAnswer(RawSocket socket, int id) throws IOException {
        Json.Obj message = LocalServer.object(socket.read(TEXT).text());
        while ("event".equals(message.text("type")) || !Json.of(id).equals(message.get("id"))) {
            message = LocalServer.object(socket.read(TEXT).text());
        }
        return message;
    }

    private List<String> attested() {
        server.parley().record().commit();
        try (RuneReader reader = server.parley().record().read("house:server", 0)) {
            return reader.toList().stream()
                    .map(Rune::payload)
                    .map(acted -> acted.text("role") + " " + acted.text("act") + " " + acted.text("conversation"))
                    .toList();
        }
    }

    @Test
    void eachActInAForeignConversationIsInTheRecordOfTheHouse() throws Exception {
        String id = server.begin("sk-ana", "{\"audio\":true}").id();
        doAll(id, OPERATOR);
        assertEquals(
                List.of(
                        "operator /messages " + id,
                        "operator /stop " + id,
                        "operator /approvals/c9 " + id,
                        "operator /socket/audio " + id,
                        "operator /socket/sound " + id,
                        "operator /socket/played " + id,
                        "operator /socket/mute " + id,
                        "operator /socket/mute " + id,
                        "operator /socket/audio " + id),
                attested());
    }

    @Test
    void nobodyLeavesATraceInTheirOwn() throws Exception {
        String own = server.begin("sk-op", "{\"audio\":true}").id();
        doAll(own, OPERATOR);
        doAll(server.begin("sk-ana", "{\"audio\":true}").id(), LocalServer.ANA);
        assertEquals(List.of(), attested());
    }

    @Test
    void aForeignMicrophoneIsNotMutedBeforeThatIsAttested() throws Exception {
        Conversation talk = server.begin("sk-ana", "{\"audio\":true}");
        try (RawSocket socket = server.socket(talk.id(), 0, OPERATOR)) {
            socket.read(TEXT);
            stalling.stall();
            socket.text("{\"type\":\"mute\",\"id\":1,\"on\":true}");
            socket.text("{\"type\":\"nothing\",\"id\":2}");
            assertEquals("error", awaitAnswer(socket, 2).text("type"), "the socket is read on, and mute waits");
            stalling.goOn();
            assertEquals("done", awaitAnswer(socket, 1).text("type"));
        }
        assertEquals(List.of("operator /socket/mute " + talk.id()), attested());
    }

    @Test
    void whatIsNotAttestedYetIsNotDoneYetAndTheSocketIsReadOn() throws Exception {
        Conversation talk = server.begin("sk-ana", "{\"audio\":true}");
        try (RawSocket socket = server.socket(talk.id(), 0, OPERATOR)) {
            socket.read(TEXT);
            stalling.stall();
            socket.text("{\"type\":\"audio\",\"id\":1,\"on\":true}");
            socket.text("{\"type\":\"nothing\",\"id\":2}");
            Json.Obj answered = LocalServer.object(socket.read(TEXT).text());
            while ("event".equals(answered.text("type"))) {
                answered = LocalServer.object(socket.read(TEXT).text());
            }
            assertEquals(Json.of(2), answered.get("id"), answered::text);
            assertFalse(talk.isOver());
            stalling.goOn();
            assertEquals("done", awaitAnswer(socket, 1).text("type"));
        }
    }
}
