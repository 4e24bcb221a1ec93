package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies whose end nobody can find: whoever sends one is answered, and does not hold anybody up. */
@Timeout(60)
class BrokenBodyTest {
    private static final String HEAD = "POST /v1/conversations HTTP/1.1\r\n"
            + "Host: here\r\n"
            + "Authorization: Bearer sk\r\n"
            + "Content-Type: application/json\r\n";
    private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";
    private static final int CHUNK = 1 << 15;

    /** Long before a connection in which nothing happens is given up. */
    private static final int ANSWERED_WITHIN_MS = 20_000;

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        ServerSpec.Key key = new ServerSpec.Key("sk", ServerSpec.Role.ADMIN, List.of());
        local = new LocalServer(
                Parley.in(data).model((_, _) -> Reply.says("Yes.")).open(), key);
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private Socket connect() throws IOException {
        Socket client = local.connect();
        client.setSoTimeout(ANSWERED_WITHIN_MS);
        return client;
    }

    private static void write(Socket to, String text) throws IOException {
        to.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CHUNKED + "ZZ\r\n",
                CHUNKED + "-5\r\nabc\r\n",
                CHUNKED + "2\r\n{}\r\n{\r\n",
                HEAD + "Content-Length: -5\r\n\r\n",
                HEAD + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
                HEAD + "Content-Length: 2, 3\r\n\r\n{} ",
                HEAD + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            })
    void whatCannotBeReadToItsEndIsRefusedAndTheConnectionIsOver(String request) throws IOException {
        try (Socket client = connect()) {
            write(client, request);
            String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
            assertTrue(answer.contains("\"code\":\"broken_request\""), answer);
        }
    }

    @Test
    void aBodyWithoutAnEndIsRefusedOnceItIsTooLarge() throws IOException {
        try (Socket client = connect()) {
            OutputStream out = client.getOutputStream();
            write(client, CHUNKED);
            for (int sent = 0; sent <= ServerSpec.Limits.DEFAULT.bodyBytes(); sent += CHUNK) {
                write(client, Integer.toHexString(CHUNK) + "\r\n" + " ".repeat(CHUNK) + "\r\n");
            }
            out.flush();
            byte[] line = client.getInputStream().readNBytes("HTTP/1.1 413".length());
            assertEquals("HTTP/1.1 413", new String(line, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void whoWritesTooMuchAndLeavesAfterwardsIsStillTold() throws IOException {
        int bytes = 4 * ServerSpec.Limits.DEFAULT.bodyBytes();
        try (Socket client = connect()) {
            write(client, HEAD + "Connection: close\r\nContent-Length: " + bytes + "\r\n\r\n");
            for (int sent = 0; sent < bytes; sent += CHUNK) {
                write(client, " ".repeat(CHUNK));
            }
            byte[] line = client.getInputStream().readNBytes("HTTP/1.1 413".length());
            assertEquals("HTTP/1.1 413", new String(line, StandardCharsets.US_ASCII));
        }
    }
}
