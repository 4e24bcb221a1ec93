package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sockets open for those who may, carry messages to the byte, and close with the right word. */
@Timeout(60)
class SocketTest {
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PONG = 10;
    private static final String KEY = "Authorization: Bearer sk-ana";
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(
                    new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of()),
                    new ServerSpec.Key("sk-auditor", ServerSpec.Role.AUDITOR, List.of())),
            null,
            null,
            List.of("https://shop.example"),
            null,
            100_000);

    @TempDir
    Path data;

    private Parley parley;
    private Server server;

    @BeforeEach
    void start() throws IOException {
        parley = Parley.in(data).model((_, _) -> Reply.says("Hello.")).open();
        server = Server.start(parley, SPEC, 0, Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private RawSocket connect(String... headers) throws IOException {
        return new RawSocket(URI.create(server.address() + "/v1/realtime"), List.of(headers));
    }

    @Test
    void aKeyMayComeAmongTheSubprotocolsAndIsNotSaidBack() throws IOException {
        try (RawSocket client =
                connect("Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.sk-ana, openai-agents-sdk.1")) {
            assertEquals(101, client.status());
            assertTrue(client.head().contains("Sec-WebSocket-Protocol: realtime\r\n"), client.head());
            assertTrue(client.head().contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), client.head());
            assertFalse(client.head().contains("sk-ana"));
            assertTrue(client.read().text().contains("session.created"));
        }
    }

    @TestFactory
    Stream<DynamicTest> whoMayNotGetsAnAnswerInsteadOfASocket() {
        return Stream.of(
                        refused(401, "no key"),
                        refused(401, "a wrong key", "Authorization: Bearer sk-other"),
                        refused(401, "a wrong key", "Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.no"),
                        refused(403, "an auditor", "Authorization: Bearer sk-auditor"),
                        refused(403, "another origin", KEY, "Origin: https://evil.example"),
                        refused(400, "another subprotocol", KEY, "Sec-WebSocket-Protocol: graphql-ws"),
                        refused(
                                101,
                                "a key beside a wrong one",
                                "Authorization: Bearer none",
                                "Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.sk-ana"),
                        refused(101, "a listed origin", KEY, "Origin: https://shop.example"),
                        refused(101, "no origin", KEY))
                .flatMap(each -> each);
    }

    private Stream<DynamicTest> refused(int status, String name, String... headers) {
        return Stream.of(DynamicTest.dynamicTest(name, () -> {
            try (RawSocket client = connect(headers)) {
                assertEquals(status, client.status(), client.head());
            }
        }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsNoMessageClosesTheSocket() {
        byte[] bad = {'"', (byte) 0xc3, (byte) 0x28, '"'};
        return Stream.of(
                closes(1007, "no UTF-8", client -> client.frame(0x81, bad)),
                closes(1003, "bytes", client -> client.frame(0x82, bad)),
                closes(1002, "an extension", client -> client.frame(0xc1, bad)),
                closes(1002, "an unknown frame", client -> client.frame(0x83, bad)),
                closes(1002, "an unknown control frame", client -> client.frame(0x8b, bad)),
                closes(1002, "a control frame in pieces", client -> client.frame(0x09, bad)),
                closes(1002, "a long control frame", client -> client.frame(0x89, new byte[126])),
                closes(1002, "the rest of nothing", client -> client.frame(0x80, bad)),
                closes(1002, "no mask", client -> client.header(0x81, 0, 2)),
                closes(1009, "too long", client -> client.header(0x81, 0x80, 17 << 20)),
                closes(1009, "too long in pieces", client -> {
                    client.frame(0x01, new byte[1 << 20]);
                    client.header(0x80, 0x80, 16 << 20);
                }),
                closes(1002, "a negative length", client -> client.header(0x81, 0x80, Long.MIN_VALUE | 1L << 62)),
                closes(1000, "a goodbye", client -> client.frame(0x88, new byte[] {3, (byte) 232})),
                closes(1000, "a goodbye without a reason", client -> client.frame(0x88, new byte[0])),
                closes(1000, "a goodbye with no such code", client -> client.frame(0x88, new byte[] {0, 1})));
    }

    private interface Act {
        void on(RawSocket client) throws IOException;
    }

    private DynamicTest closes(int code, String name, Act act) {
        return DynamicTest.dynamicTest(code + " for " + name, () -> {
            try (RawSocket client = connect(KEY)) {
                act.on(client);
                assertEquals(code, client.read(CLOSE).code());
            }
        });
    }

    @Test
    void aMessageMayComeInPiecesWithAPingBetween() throws IOException {
        byte[] text = "{\"type\":\"grüße\",\"event_id\":\"e-ü\"}".getBytes(StandardCharsets.UTF_8);
        int middle = new String(text, StandardCharsets.ISO_8859_1).indexOf('\u00bc');
        try (RawSocket client = connect(KEY)) {
            client.read(TEXT);
            client.frame(0x01, java.util.Arrays.copyOf(text, middle));
            client.frame(0x89, "here".getBytes(StandardCharsets.UTF_8));
            assertEquals("here", client.read(PONG).text());
            client.frame(0x80, java.util.Arrays.copyOfRange(text, middle, text.length));
            String answer = client.read(TEXT).text();
            assertTrue(answer.contains("\"event_id\":\"e-ü\""), answer);
        }
    }

    @Test
    void whoDoesNotReadIsGivenUp() throws IOException {
        String event = "{\"type\":\"" + "x".repeat(1000) + "\",\"event_id\":\"" + "y".repeat(1000) + "\"}";
        try (RawSocket client = connect(KEY)) {
            assertThrows(IOException.class, () -> {
                for (int i = 0; i < 1_000_000; i++) {
                    client.text(event);
                }
            });
        }
    }

    @Test
    void aServerThatStopsSaysSo() throws IOException {
        try (RawSocket client = connect(KEY)) {
            client.read(TEXT);
            client.text("{}");
            client.read(TEXT);
            server.close();
            assertEquals(1001, client.read(CLOSE).code());
        }
    }
}
