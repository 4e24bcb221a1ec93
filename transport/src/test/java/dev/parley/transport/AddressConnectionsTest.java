package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.budget.BudgetSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One address never holds all the connections that there are. */
@Timeout(60)
class AddressConnectionsTest {
    private static final int CONNECTIONS = 20;

    @TempDir
    Path data;

    private final List<Socket> open = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // at the beginning of each test
    private LocalServer local;

    private void start(int ofAddress) throws IOException {
        ServerSpec.Limits usual = ServerSpec.Limits.DEFAULT;
        BudgetSpec budget = usual.budget();
        ServerSpec spec = LocalServer.spec(LocalServer.ANAS_KEY)
                .with(new ServerSpec.Limits(
                        CONNECTIONS,
                        usual.idleSeconds(),
                        usual.bodyBytes(),
                        usual.headerBytes(),
                        usual.messageBytes(),
                        usual.queueBytes(),
                        usual.messagesPerSecond(),
                        usual.evictSeconds(),
                        usual.diskSeconds(),
                        new BudgetSpec(
                                budget.bytes(),
                                budget.keyBytes(),
                                budget.addressBytes(),
                                budget.keySockets(),
                                budget.messageSeconds(),
                                ofAddress),
                        usual.bounds()));
        local = new LocalServer(
                Parley.in(data).model((_, _) -> Reply.says("Yes.")).open(), spec, Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        local.close();
    }

    /** What a client at this address is answered; its connection stays open. */
    private String asked(String from) throws IOException {
        Socket client =
                new Socket(InetAddress.getLoopbackAddress(), local.at("").getPort(), InetAddress.getByName(from), 0);
        open.add(client);
        client.setSoTimeout(20_000);
        client.getOutputStream()
                .write("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "4, 4", "1000, 20"})
    void anAddressHasSoManyConnectionsAndNoMore(int configured, int most) throws IOException {
        start(configured);
        for (int i = 0; i < most; i++) {
            assertTrue(asked("127.0.0.1").contains(" 200 "), "connection " + i);
        }
        assertTrue(asked("127.0.0.1").contains(" 503 "));
    }

    @Test
    void anotherAddressIsAnsweredAndPlacesAreGivenBack() throws IOException {
        start(BudgetSpec.HALF);
        for (int i = 0; i < CONNECTIONS / 2; i++) {
            assertTrue(asked("127.0.0.1").contains(" 200 "));
        }
        assertTrue(asked("127.0.0.1").contains(" 503 "));
        assertEquals("HTTP/1.1 200 OK", asked("127.0.0.2"));
        open.getFirst().close();
        String answer = asked("127.0.0.1");
        while (!answer.contains(" 200 ")) {
            answer = asked("127.0.0.1");
        }
    }

    /** Helidon gives no place back for a connection that was closed before it was looked at, so its own count must not matter. */
    @Test
    void hundredsOfRefusedConnectionsDoNotCloseThePort() throws IOException {
        start(BudgetSpec.HALF);
        for (int i = 0; i < CONNECTIONS / 2; i++) {
            assertTrue(asked("127.0.0.1").contains(" 200 "));
        }
        for (int i = 0; i < 20 * CONNECTIONS; i++) {
            assertTrue(asked("127.0.0.1").contains(" 503 "), "connection " + i);
            open.removeLast().close();
        }
        assertEquals("HTTP/1.1 200 OK", asked("127.0.0.2"));
    }
}
