package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client secret opens Realtime sessions and nothing else, whichever key has made it. */
@Timeout(60)
class ClientSecretTest {
    private static final int TEXT = 1;

    @TempDir
    Path data;

    private final AtomicLong later = new AtomicLong();
    private final SystemTime system = new SystemTime();
    private final TimeSource clock = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return system.monotonicNanos() + later.get();
        }

        @Override
        public long wallMillis() {
            return system.wallMillis();
        }
    };

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer server;

    @BeforeEach
    void start() throws IOException {
        server = new LocalServer(
                LocalServer.inSound(data)
                        .model((_, _) -> Reply.says("Yes."))
                        .clock(clock)
                        .open(),
                LocalServer.ANAS_KEY,
                new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String secret(String key) throws IOException, InterruptedException {
        String made = server.send(key, "POST", ClientSecretsApi.PATH, "{}").body();
        return String.valueOf(LocalServer.object(made).text("value"));
    }

    private int opened(String path, String header) throws IOException {
        try (RawSocket socket = new RawSocket(server.at(path), List.of(header))) {
            return socket.status();
        }
    }

    /** The answers to a secret that is shown as a header and as a browser has to. */
    private List<Integer> statuses(String path, String secret, String subprotocol) throws IOException {
        return List.of(
                opened(path, "Authorization: Bearer " + secret),
                opened(path, "Sec-WebSocket-Protocol: " + subprotocol + ", openai-insecure-api-key." + secret));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk-ana", "sk-admin"})
    void opensNoConversationOfItsKeyNorOfAnotherOne(String key) throws Exception {
        String secret = secret(key);
        String anas = server.begin("sk-ana", "{\"audio\":true}").id();
        String admins = server.begin("sk-admin", "{\"audio\":true}").id();
        for (String id : List.of(anas, admins)) {
            String path = "/v1/conversations/" + id;
            assertEquals(List.of(401, 401), statuses(path + "/socket", secret, "parley"));
            for (String rest : List.of("", "/events", "/socket")) {
                assertEquals(401, server.send(secret, "GET", path + rest, "").statusCode(), rest);
            }
            assertEquals(
                    401,
                    server.send(secret, "POST", path + "/messages", "{\"text\":\"hello\"}")
                            .statusCode());
        }
        assertEquals(List.of(101, 101), statuses("/v1/realtime", secret, "realtime"));
        assertEquals(101, opened("/v1/conversations/" + anas + "/socket", LocalServer.ANA), "a key still opens it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk-ana", "sk-admin"})
    void opensASessionOfItsOwnEachTimeAndNoneThatIsOpen(String key) throws Exception {
        String header = "Authorization: Bearer " + secret(key);
        try (RawSocket first = new RawSocket(server.at("/v1/realtime"), List.of(header));
                RawSocket second = new RawSocket(server.at("/v1/realtime"), List.of(header))) {
            String one = session(first);
            String other = session(second);
            assertEquals(
                    2, List.of(one, other).stream().distinct().count(), "each socket is a conversation of its own");
            assertEquals(401, opened("/v1/conversations/" + one + "/socket", header));
            assertEquals(
                    200, server.send(key, "GET", "/v1/conversations/" + one, "").statusCode());
        }
    }

    private static String session(RawSocket socket) throws IOException {
        String created = socket.read(TEXT).text();
        String id = created.replaceAll("(?s).*\"session\":\\{[^{}]*\"id\":\"([^\"]+)\".*", "$1");
        return id.replaceFirst("^sess_", "");
    }

    @Test
    void opensNothingOnceItHasExpired() throws Exception {
        String secret = secret("sk-ana");
        assertEquals(List.of(101, 101), statuses("/v1/realtime", secret, "realtime"));
        later.set(Duration.ofSeconds(601).toNanos());
        assertEquals(List.of(401, 401), statuses("/v1/realtime", secret, "realtime"));
    }

    @Test
    void aKeyWithTooManyLosesItsOwnOldestAndNoOther() throws Exception {
        String anas = secret("sk-ana");
        String oldest = secret("sk-admin");
        for (int i = 0; i < 1_000; i++) {
            secret("sk-admin");
        }
        assertEquals(401, opened("/v1/realtime", "Authorization: Bearer " + oldest));
        assertEquals(101, opened("/v1/realtime", "Authorization: Bearer " + anas));
    }

    @Test
    void whatItTakesIsGivenBackWhenItExpires() throws Exception {
        String _ = secret("sk-ana");
        assertTrue(!taken().equals("0.0"), "it is counted");
        later.set(Duration.ofSeconds(601).toNanos());
        while (!taken().equals("0.0")) {
            Thread.onSpinWait();
        }
    }

    private String taken() throws IOException, InterruptedException {
        return server.send("sk-admin", "GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> line.startsWith("parley_budget_taken_bytes "))
                .map(line -> line.split(" ", 2)[1])
                .findFirst()
                .orElseThrow();
    }
}
