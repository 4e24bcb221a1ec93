package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.budget.BudgetSpec;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client makes the server keep is counted, refused where it is too much, and given back when the client goes. */
@Timeout(60)
class ClientMemoryTest {
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int MIB = 1 << 20;
    private static final String GREEDY = "Authorization: Bearer sk-greedy";
    private static final BudgetSpec SMALL = new BudgetSpec(32 * MIB, 4 * MIB, 16 * MIB, 12, BudgetSpec.MESSAGE_SECONDS);
    /** The same where a message is soon late. */
    private static final BudgetSpec IMPATIENT = new BudgetSpec(32 * MIB, 4 * MIB, 16 * MIB, 12, 1);

    private static final String DETECTS_NOTHING = "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\","
            + "\"audio\":{\"input\":{\"turn_detection\":null}}}}";

    private static final String APPEND = "{\"type\":\"input_audio_buffer.append\",\"audio\":\"";

    @TempDir
    Path data;

    private final List<RawSocket> open = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer server;

    @BeforeEach
    void start() throws IOException {
        start(SMALL);
    }

    private void start(BudgetSpec budget) throws IOException {
        Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Fine.")).open();
        ServerSpec.Key greedy = new ServerSpec.Key("sk-greedy", ServerSpec.Role.CLIENT, List.of("ana"));
        ServerSpec.Key admin = new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of());
        server = new LocalServer(
                parley,
                LocalServer.spec(LocalServer.ANAS_KEY, greedy, admin).with(ServerSpec.Limits.DEFAULT.with(budget)),
                Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        for (RawSocket socket : open) {
            socket.close();
        }
        server.close();
    }

    private void startImpatient() throws IOException {
        server.close();
        start(IMPATIENT);
    }

    private RawSocket realtime() throws IOException {
        RawSocket socket = new RawSocket(server.at("/v1/realtime?model=m"), List.of(GREEDY));
        open.add(socket);
        return socket;
    }

    private long meter(String name) throws IOException, InterruptedException {
        return server.send("sk-admin", "GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** The server sees a moment later that a client has gone. */
    private void awaitNothingTaken() throws IOException, InterruptedException {
        while (meter("parley_budget_taken_bytes") > 0) {
            Thread.onSpinWait();
        }
    }

    private void assertAnaIsServed() throws IOException, InterruptedException {
        String id = server.begin("sk-ana", "{}").id();
        HttpResponse<String> said =
                server.send("sk-ana", "POST", "/v1/conversations/" + id + "/messages", "{\"text\":\"hello\"}");
        assertEquals(202, said.statusCode(), said.body());
    }

    private static Json.Obj error(RawSocket socket) throws IOException {
        Json.Obj message = LocalServer.object(socket.read(TEXT).text());
        while (!"error".equals(message.text("type"))) {
            message = LocalServer.object(socket.read(TEXT).text());
        }
        Json.Obj inner = RealtimeClient.part(message, "error");
        return inner == null ? message : inner;
    }

    /** What the sockets are told, in the order in which it arrives. Those that are not refused are told nothing yet. */
    private BlockingQueue<Json.Obj> errors() {
        BlockingQueue<Json.Obj> errors = new LinkedBlockingQueue<>();
        for (RawSocket socket : open) {
            Thread.ofVirtual().start(() -> {
                try {
                    errors.add(error(socket));
                } catch (IOException e) {
                    // Closed without being read to its end.
                }
            });
        }
        return errors;
    }

    @Test
    void unfinishedFramesBeyondTheBudgetAreRefusedAndGivenBack() throws Exception {
        for (int i = 0; i < 6; i++) {
            RawSocket socket = realtime();
            socket.header(0x81, 0x80, 8 * MIB);
            try {
                socket.raw(new byte[MIB]);
            } catch (IOException e) {
                // Refused in the middle of it.
            }
        }
        Json.Obj refused = errors().poll(20, TimeUnit.SECONDS);
        assertNotNull(refused, "the error comes before the close");
        assertEquals("over_budget", refused.text("code"), refused.text());
        assertTrue(meter("parley_over_budget_total") > 0);
        assertAnaIsServed();
        for (RawSocket socket : open) {
            socket.close();
        }
        awaitNothingTaken();
    }

    @Test
    void anAnnouncedLengthTakesNothing() throws Exception {
        for (int i = 0; i < SMALL.keySockets(); i++) {
            realtime().header(0x81, 0x80, 16 * MIB);
        }
        assertEquals(0, meter("parley_over_budget_total"));
    }

    @Test
    void aMessageThatIsNotFinishedInTimeClosesItsSocket() throws Exception {
        startImpatient();
        RawSocket socket = realtime();
        socket.header(0x81, 0x80, 1_000);
        Json.Obj error = error(socket);
        assertEquals("message_incomplete", error.text("code"), error.text());
        assertEquals(1008, socket.read(CLOSE).code());
    }

    /** What is queued for such a client, a goodbye too, never reaches it, so that nothing that waits for its writer ever happens. */
    @Test
    void anUnfinishedMessageOfAClientThatReadsNothingIsGivenBack() throws Exception {
        startImpatient();
        RawSocket deaf = new RawSocket(server.at("/v1/realtime?model=m"), List.of(GREEDY), 2_048);
        open.add(deaf);
        String update = "{\"type\":\"session.update\",\"session\":{\"instructions\":\"" + "x".repeat(30_000) + "\"}}";
        try {
            for (int i = 0; i < 60; i++) {
                deaf.text(update);
            }
            deaf.header(0x81, 0x80, 8 * MIB);
            deaf.raw(new byte[MIB]);
        } catch (IOException e) {
            // This client was held up itself, and what it sent until then was already late.
        }
        awaitNothingTaken();
    }

    @Test
    void uncommittedSoundBeyondTheBudgetIsRefusedAndClearedSoundIsGivenBack() throws Exception {
        try (RealtimeClient client = new RealtimeClient(server.at(""), "sk-greedy")) {
            client.await("session.created");
            client.send(DETECTS_NOTHING);
            client.await("session.updated");
            long before = meter("parley_budget_taken_bytes");
            long refusals = 0;
            for (int i = 0; refusals == 0; i++) {
                assertTrue(i < 1_000, "five minutes of sound are more than the budget");
                client.send(APPEND + Base64.getEncoder().encodeToString(new byte[120_000]) + "\"}");
                refusals = meter("parley_over_budget_total");
            }
            Json.Obj error = RealtimeClient.part(client.await("error"), "error");
            assertNotNull(error);
            assertEquals("over_budget", error.text("code"));
            assertAnaIsServed();
            client.send("{\"type\":\"input_audio_buffer.clear\"}");
            client.awaitAfterErrors("input_audio_buffer.cleared");
            assertEquals(before, meter("parley_budget_taken_bytes"));
        }
        awaitNothingTaken();
    }

    @Test
    void aKeyHasSoManySocketsAndNoMore() throws Exception {
        for (int i = 0; i < SMALL.keySockets(); i++) {
            assertEquals(101, realtime().status());
        }
        assertEquals(429, realtime().status());
        open.getFirst().close();
        while (realtime().status() != 101) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aBodyOfManySmallValuesIsRefused() throws Exception {
        String id = server.begin("sk-greedy", "{}").id();
        String body = "{\"text\":\"hello\",\"more\":[" + "1,".repeat(200_000) + "1]}";
        HttpResponse<String> answer = server.send("sk-greedy", "POST", "/v1/conversations/" + id + "/messages", body);
        assertEquals(429, answer.statusCode(), answer.body());
        assertEquals("over_budget", LocalServer.object(answer.body()).text("code"));
        assertAnaIsServed();
        awaitNothingTaken();
    }

    @Test
    void streamsThatEndGiveBackWhatTheyTook() throws Exception {
        String id = server.begin("sk-ana", "{}").id();
        try (java.net.Socket stream = server.connect()) {
            stream.getOutputStream()
                    .write(("GET /v1/conversations/" + id + "/events HTTP/1.1\r\nHost: x\r\n" + LocalServer.ANA
                                    + "\r\n\r\n")
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertTrue(stream.getInputStream().read() > 0);
            assertTrue(meter("parley_budget_taken_bytes") > 0);
        }
        var _ = server.send("sk-ana", "DELETE", "/v1/conversations/" + id, "");
        awaitNothingTaken();
    }
}
