package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.budget.BudgetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of what clients say only that is kept which is read, and it is counted as long as it is kept. */
@Timeout(60)
class UnreadFieldsTest {
    private static final int TEXT = 1;
    private static final long MIB = 1 << 20;

    /** 0.8 MB that nobody reads; in memory it takes a multiple of that. */
    private static final String ZEROS = "[" + "0,".repeat(400_000) + "0]";

    private static final BudgetSpec WIDE = new BudgetSpec(512 * MIB, 256 * MIB, 256 * MIB, 100, 30);

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer server;

    @BeforeEach
    void start() throws IOException {
        Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Fine.")).open();
        ServerSpec.Key admin = new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of());
        server = new LocalServer(
                parley,
                LocalServer.spec(LocalServer.ANAS_KEY, admin).with(ServerSpec.Limits.DEFAULT.with(WIDE)),
                Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private long taken() throws IOException, InterruptedException {
        return server.send("sk-admin", "GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> line.startsWith("parley_budget_taken_bytes "))
                .mapToLong(line -> (long) Double.parseDouble(line.split(" ", 2)[1]))
                .findFirst()
                .orElseThrow();
    }

    /** A message is counted until the answer to it was sent, and a little longer. */
    private void awaitTaken(long bytes) throws IOException, InterruptedException {
        while (taken() != bytes) {
            Thread.onSpinWait();
        }
    }

    private RealtimeClient connect() throws IOException, InterruptedException {
        RealtimeClient client = new RealtimeClient(server.at(""), "sk-ana");
        client.await("session.created");
        return client;
    }

    private static String item(String id, String text, String more) {
        return "{\"type\":\"conversation.item.create\",\"item\":{\"id\":\"" + id
                + "\",\"type\":\"message\",\"role\":\"system\",\"content\":[{\"type\":\"input_text\",\"text\":\"" + text
                + "\"" + more + "}]" + more + "}}";
    }

    private static String codeOf(RealtimeClient client) throws InterruptedException {
        Json.Obj error = RealtimeClient.part(client.await("error"), "error");
        assertNotNull(error);
        return String.valueOf(error.text("code"));
    }

    @Test
    void anItemIsKeptWithoutWhatNothingReads() throws Exception {
        try (RealtimeClient client = connect()) {
            long before = taken();
            for (int i = 0; i < 5; i++) {
                client.send(item("i" + i, "", ",\"junk\":" + ZEROS));
                Json.Obj done = client.await("conversation.item.done");
                assertFalse(done.text().contains("junk"), "it is not told again");
            }
            awaitTaken(before);
        }
    }

    @Test
    void itemsAreCountedAsLongAsTheyAreKept() throws Exception {
        String words = "x".repeat(Conversation.MESSAGE_CHARS_MAX);
        try (RealtimeClient client = connect()) {
            long before = taken();
            for (int i = 0; i < 5; i++) {
                client.send(item("i" + i, words, ""));
                client.await("conversation.item.done");
            }
            while (taken() < before + 4L * words.length()) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 5; i++) {
                client.send("{\"type\":\"conversation.item.delete\",\"item_id\":\"i" + i + "\"}");
                client.await("conversation.item.deleted");
            }
            awaitTaken(before);
        }
    }

    @Test
    void anItemHasAShortName() throws Exception {
        try (RealtimeClient client = connect()) {
            client.send(item("i".repeat(65), "", ""));
            assertEquals("invalid_value", codeOf(client));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tracing\":%s",
                "\"tracing\":{\"metadata\":{\"k\":%s}}",
                "\"tracing\":{\"workflow_name\":%s}",
                "\"tools\":[{\"type\":\"function\",\"name\":\"t\",\"parameters\":{\"enum\":%s}}]"
            })
    void aSessionKeepsNothingThatIsTooLong(String field) throws Exception {
        try (RealtimeClient client = connect()) {
            long before = taken();
            client.send("{\"type\":\"session.update\",\"session\":{" + field.formatted(ZEROS) + "}}");
            assertEquals("invalid_value", codeOf(client));
            awaitTaken(before);
        }
    }

    @Test
    void aSessionKeepsNothingThatNothingReads() throws Exception {
        String update =
                "{\"type\":\"session.update\",\"session\":{\"junk\":JUNK,\"tracing\":{\"group_id\":\"g\",\"junk\":JUNK},"
                        + "\"audio\":{\"junk\":JUNK,\"output\":{\"format\":{\"type\":\"audio/pcm\",\"junk\":JUNK}}},"
                        + "\"tools\":[{\"type\":\"function\",\"name\":\"t\",\"junk\":JUNK}]}}";
        try (RealtimeClient client = connect()) {
            long before = taken();
            client.send(update.replace("JUNK", "[" + "0,".repeat(50_000) + "0]"));
            Json.Obj updated = client.await("session.updated");
            assertFalse(updated.text().contains("junk"));
            assertTrue(updated.text().contains("\"group_id\":\"g\""), updated::text);
            awaitTaken(before);
        }
    }

    @Test
    void aLongSessionIsCountedUntilItIsShortAgain() throws Exception {
        try (RealtimeClient client = connect()) {
            long before = taken();
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":\"" + "x".repeat(30_000) + "\"}}");
            client.await("session.updated");
            while (taken() < before + 50_000) {
                Thread.onSpinWait();
            }
            client.send("{\"type\":\"session.update\",\"session\":{\"instructions\":\"\"}}");
            client.await("session.updated");
            awaitTaken(before);
        }
    }

    @Test
    void metadataOfAResponseIsShort() throws Exception {
        try (RealtimeClient client = connect()) {
            client.send("{\"type\":\"response.create\",\"response\":{\"metadata\":{\"k\":" + ZEROS + "}}}");
            assertEquals("invalid_value", codeOf(client));
        }
    }

    @Test
    void aSecretKeepsNothingThatNothingReads() throws Exception {
        String created = server.send(
                        "sk-ana",
                        "POST",
                        ClientSecretsApi.PATH,
                        "{\"session\":{\"instructions\":\"Be brief.\",\"junk\":" + ZEROS + "}}")
                .body();
        String secret = String.valueOf(LocalServer.object(created).text("value"));
        assertTrue(taken() < 10_000, "it is counted, and short");
        assertTrue(taken() > 0, "it is counted, and short");
        try (RealtimeClient client = new RealtimeClient(server.at(""), secret)) {
            assertTrue(client.await("session.updated").text().contains("Be brief."));
        }
        assertEquals(
                400,
                server.send("sk-ana", "POST", ClientSecretsApi.PATH, "{\"session\":{\"tracing\":" + ZEROS + "}}")
                        .statusCode());
    }

    @Test
    void theIdOfAMessageIsShort() throws Exception {
        String id = server.begin("sk-ana", "{}").id();
        try (RawSocket socket = server.socket(id, 0, LocalServer.ANA)) {
            socket.text("{\"type\":\"stop\",\"id\":" + ZEROS + "}");
            Json.Obj message = LocalServer.object(socket.read(TEXT).text());
            while (!"error".equals(message.text("type"))) {
                message = LocalServer.object(socket.read(TEXT).text());
            }
            assertEquals("bad_request", message.text("code"));
            assertFalse(message.has("id"));
        }
    }
}
