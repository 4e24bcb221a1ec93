package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.budget.ByteBudget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over real connections: a key and an address fill what is theirs and no more, and others go on beside them. */
@Timeout(180)
class FullBudgetsTest {
    private static final int TEXT = 1;
    private static final int MIB = 1 << 20;
    /** The address has room for more streams than a key has, and for fewer than two keys have. */
    private static final BudgetSpec SMALL = new BudgetSpec(32 * MIB, MIB, MIB + MIB / 2, 12, 30);

    private static final int OF_KEY = (int) (SMALL.keyBytes() / ByteBudget.STREAM_BYTES);
    private static final int OF_ADDRESS = (int) (SMALL.addressBytes() / ByteBudget.STREAM_BYTES);
    private static final String HERE = "127.0.0.1";
    private static final String ELSEWHERE = "127.0.0.2";
    private static final int QUEUED_MAX = 2_000;
    private static final int OF_CONVERSATION = 32;

    @TempDir
    Path data;

    private final List<Socket> open = new ArrayList<>();

    private final Holding holding = new Holding();

    private final HeldReading reading = new HeldReading();

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer server;

    @BeforeEach
    void start() throws IOException {
        Parley parley = LocalServer.inSound(data)
                .understanding(reading)
                .model((_, _) -> Reply.says("Fine."))
                .open();
        parley.watch(holding);
        ServerSpec.Key greedy = new ServerSpec.Key("sk-greedy", ServerSpec.Role.CLIENT, List.of("ana"));
        ServerSpec.Key admin = new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of());
        ServerSpec.Key second = new ServerSpec.Key("sk-second", ServerSpec.Role.CLIENT, List.of("ana"));
        server = new LocalServer(
                parley,
                LocalServer.spec(LocalServer.ANAS_KEY, greedy, second, admin)
                        .with(ServerSpec.Limits.DEFAULT.with(SMALL)),
                Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        holding.goOn();
        reading.goOn();
        leave();
        server.close();
    }

    private void leave() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    /** Opens a stream of events from this address; what is answered, to the first event or to the end. */
    private String stream(String key, String conversation, String from) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.setSoTimeout(20_000);
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(new InetSocketAddress(
                InetAddress.ofLiteral(HERE), server.at("/").getPort()));
        socket.getOutputStream()
                .write(("GET /v1/conversations/" + conversation
                                + "/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().contains("retry:") && !answer.toString().endsWith("}")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return answer.toString();
            }
            answer.append((char) next);
        }
        return answer.toString();
    }

    private static void assertOpen(String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    }

    private static void assertOverBudget(String of, String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 429 "), answer);
        assertTrue(answer.contains("\"over_budget\"") && answer.contains(of), answer);
    }

    @Test
    void streamsOfAKeyBeyondItsBudgetAreRefusedAndOthersAreNot() throws Exception {
        String greedy = server.begin("sk-greedy", "{}").id();
        String anas = server.begin("sk-ana", "{}").id();
        for (int i = 0; i < OF_KEY; i++) {
            assertOpen(stream("sk-greedy", greedy, HERE));
        }
        assertOverBudget("this key", stream("sk-greedy", greedy, HERE));
        assertOpen(stream("sk-ana", anas, HERE));
        leave();
        String again = stream("sk-greedy", greedy, HERE);
        while (!again.startsWith("HTTP/1.1 200 ")) {
            leave();
            again = stream("sk-greedy", greedy, HERE);
        }
    }

    @Test
    void streamsOfAnAddressBeyondItsBudgetAreRefusedAndThoseOfAnotherAreNot() throws Exception {
        String greedy = server.begin("sk-greedy", "{}").id();
        String second = server.begin("sk-second", "{}").id();
        String anas = server.begin("sk-ana", "{}").id();
        for (int i = 0; i < OF_KEY; i++) {
            assertOpen(stream("sk-greedy", greedy, ELSEWHERE));
        }
        for (int i = OF_KEY; i < OF_ADDRESS; i++) {
            assertOpen(stream("sk-second", second, ELSEWHERE));
        }
        assertOverBudget("this address", stream("sk-second", second, ELSEWHERE));
        assertOverBudget("this address", stream("sk-ana", anas, ELSEWHERE));
        assertOpen(stream("sk-ana", anas, HERE));
    }

    /** So much waits in a conversation that is held up, and no more. */
    @Test
    void wordsThatWaitInAConversationAreBounded() throws Exception {
        Conversation talk = server.begin("sk-greedy", "{}");
        holding.hold(talk);
        String words = "{\"type\":\"say\",\"id\":\"w\",\"text\":\"" + "word ".repeat(790) + "x\"}";
        try (RawSocket socket = server.socket(talk.id(), 0, "Authorization: Bearer sk-greedy")) {
            Json.Obj refused = Json.Obj.EMPTY;
            for (int i = 0; !"error".equals(refused.text("type")); i++) {
                assertTrue(i < QUEUED_MAX, "so many texts wait, and none is refused");
                socket.text(words);
                socket.text("{\"type\":\"dance\",\"id\":\"d\"}");
                refused = answer(socket);
            }
            assertEquals("busy", refused.text("code"), refused::text);
        }
    }

    /** Short of the bound of one conversation, and more in all of them than the key may have. */
    @Test
    void wordsThatWaitInManyConversationsOfAKeyAreBoundedAndThoseOfAnotherAreNot() throws Exception {
        String words = "{\"type\":\"say\",\"id\":\"w\",\"text\":\"" + "word ".repeat(790) + "x\"}";
        reading.hold();
        long waiting = 0;
        Json.Obj refused = Json.Obj.EMPTY;
        while (!"error".equals(refused.text("type"))) {
            assertTrue(waiting < QUEUED_MAX, "so many texts wait, and none is refused");
            Conversation talk = server.begin("sk-greedy", "{}");
            try (RawSocket socket = server.socket(talk.id(), 0, "Authorization: Bearer sk-greedy")) {
                for (int i = 0; i < OF_CONVERSATION && refused.fields().isEmpty(); i++) {
                    socket.text(words);
                    socket.text("{\"type\":\"dance\",\"id\":\"d\"}");
                    refused = answer(socket);
                    waiting++;
                }
            }
        }
        assertEquals("over_budget", refused.text("code"), refused::text);
        Conversation anas = server.begin("sk-ana", "{}");
        try (RawSocket socket = server.socket(anas.id(), 0, LocalServer.ANA)) {
            for (int i = 0; i < OF_CONVERSATION; i++) {
                socket.text(words);
            }
            socket.text("{\"type\":\"dance\",\"id\":\"d\"}");
            assertEquals(Json.Obj.EMPTY, answer(socket));
            reading.goOn();
            Json.Obj message = LocalServer.object(socket.read(TEXT).text());
            while (!"done".equals(message.text("type"))) {
                message = LocalServer.object(socket.read(TEXT).text());
            }
        }
        while (!server.send("sk-admin", "GET", "/metrics", "").body().contains("parley_budget_taken_bytes 0.0")) {
            Thread.onSpinWait();
        }
    }

    /** The refusal of the words before the next message, which is none, was answered; an empty object where they were not refused. */
    private static Json.Obj answer(RawSocket socket) throws IOException {
        Json.Obj refused = Json.Obj.EMPTY;
        Json.Obj message = LocalServer.object(socket.read(TEXT).text());
        while (!"d".equals(message.text("id"))) {
            refused = "w".equals(message.text("id")) ? message : refused;
            message = LocalServer.object(socket.read(TEXT).text());
        }
        return refused;
    }
}
