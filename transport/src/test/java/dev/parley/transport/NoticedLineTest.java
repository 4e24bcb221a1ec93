package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stream pipeline item 32 at a real socket: who is quiet, who stalls and who is gone are told apart in the record. */
@Timeout(90)
class NoticedLineTest {
    private static final int PING = 9;
    private static final Set<String> SIGNALS = Set.of("connected", "disconnected", "silence", "stall", "muted");

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Fine.")).open();
        local = new LocalServer(parley, LocalServer.ANAS_KEY);
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private static void await(RawSocket socket, String part) throws IOException {
        RawSocket.Received received = socket.read();
        while (!received.text().contains(part)) {
            received = socket.read();
        }
    }

    private static List<String> noticed(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> SIGNALS.contains(String.valueOf(rune.payload().text("signal"))))
                .map(NoticedLineTest::told)
                .toList();
    }

    private static String told(Rune rune) {
        BigDecimal forMs = rune.payload().number("for_ms");
        return rune.payload().text("signal") + (forMs == null ? "" : " " + forMs);
    }

    private static void awaitPing(RawSocket socket) throws IOException {
        RawSocket.Received asked = socket.read();
        while (asked.opcode() != PING) {
            asked = socket.read();
        }
    }

    /** A client of the Realtime protocol stalls in the same seconds. */
    @Test
    void whoIsQuietWhoStallsAndWhoIsGoneAreToldApart() throws Exception {
        Conversation talk = local.begin("sk-ana", "{\"audio\":true}");
        Conversation realtime;
        try (RawSocket socket = local.socket(talk.id(), 0, LocalServer.ANA);
                RawSocket other = new RawSocket(local.at("/v1/realtime?model=m"), List.of(LocalServer.ANA))) {
            Json.Obj session = (Json.Obj) Objects.requireNonNull(
                    LocalServer.object(other.read().text()).get("session"));
            realtime = Objects.requireNonNull(local.parley().conversation(String.valueOf(session.text("id"))));
            socket.text("{\"type\":\"audio\",\"on\":true,\"id\":1}");
            socket.frame(0x82, new byte[Frame.BYTES * 10]);
            await(socket, "\"signal\":\"silence\"");
            awaitPing(socket);
            awaitPing(other);
            await(socket, "\"for_ms\":7500");
            while (!noticed(realtime).contains("stall 7500")) {
                Thread.onSpinWait();
            }
            socket.text("{\"type\":\"say\",\"id\":2,\"text\":\"I am here\"}");
            other.text("{\"type\":\"response.create\"}");
            await(socket, "\"for_ms\":0");
            await(socket, "Fine.");
            await(other, "response.done");
        }
        talk.over().join();
        assertEquals(List.of("connected", "silence", "stall 7500", "stall 0", "disconnected"), noticed(talk));
        realtime.over().join();
        assertEquals(List.of("connected", "stall 7500", "stall 0", "disconnected"), noticed(realtime));
    }
}
