package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are announced as longer than any memory: only a little of them is read, and other clients are answered. */
@Timeout(60)
class EndlessBodyTest {
    private static final int MIB = 1 << 20;
    private static final int SENT_MAX = 64 * MIB;

    /** What the system keeps on the way from a client to the server that does not read. */
    private static final int ON_THE_WAY = 15 * MIB;

    private static final String POST = "POST /v1/conversations HTTP/1.1\r\nHost: here\r\n"
            + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";

    private static final String KEY = "Authorization: Bearer sk\r\n";
    private static final String LONGEST = "7FFFFFF0\r\n";

    @TempDir
    static Path data;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static LocalServer local;

    @BeforeAll
    static void start() throws IOException {
        ServerSpec.Key key = new ServerSpec.Key("sk", ServerSpec.Role.ADMIN, List.of());
        local = new LocalServer(
                Parley.in(data).model((_, _) -> Reply.says("Yes.")).open(), key);
    }

    @AfterAll
    static void stop() {
        local.close();
    }

    private static void write(Socket to, String text) throws IOException {
        to.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends so much, or until the server has had enough; returns how much that was. */
    private static int flood(Socket client) throws IOException {
        byte[] block = new byte[MIB / 4];
        Arrays.fill(block, (byte) 'a');
        int sent = 0;
        try {
            while (sent < SENT_MAX) {
                client.getOutputStream().write(block);
                sent += block.length;
            }
        } catch (SocketException e) {
            // It has had enough.
        }
        return sent;
    }

    private static String answered(Socket client) throws IOException {
        client.setSoTimeout(20_000);
        ByteArrayOutputStream answered = new ByteArrayOutputStream();
        InputStream in = client.getInputStream();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                answered.write(next);
            }
        } catch (SocketException reset) {
            // Closed while something was still unread there.
        }
        return answered.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {LONGEST, "1;", "00000000000000000000000000000000"})
    void strangersWithAChunkOrALineWithoutAnEndAreClosedAfterALittleOfIt(String begun) throws Exception {
        try (Socket first = local.connect();
                Socket second = local.connect()) {
            for (Socket stranger : List.of(first, second)) {
                write(stranger, POST + "\r\n" + begun);
            }
            for (Socket stranger : List.of(first, second)) {
                int sent = flood(stranger);
                assertTrue(sent < ON_THE_WAY, "closed after " + sent);
                assertEquals(200, local.send("", "GET", "/healthz", "").statusCode());
            }
        }
    }

    /** The answer does not wait for the rest of a chunk, which Helidon by itself takes into memory first. */
    @Test
    void aKeyWithAChunkThatIsTooLongIsToldSo() throws Exception {
        long before = used();
        try (Socket client = local.connect()) {
            write(client, POST + KEY + "\r\n" + LONGEST);
            client.getOutputStream().write(new byte[MIB + (16 << 10)]);
            byte[] answer = client.getInputStream().readNBytes("HTTP/1.1 413 ".length());
            assertEquals("HTTP/1.1 413 ", new String(answer, StandardCharsets.US_ASCII));
        }
        assertTrue(used() < before + 8 * MIB, "the heap does not grow with what was sent");
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void aLengthLineOfAKeyThatHasNoEndIsRefused() throws Exception {
        try (Socket client = local.connect()) {
            write(client, POST + KEY + "\r\n1;" + "a".repeat(200));
            String answer = answered(client);
            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
        }
    }

    @Test
    void bodiesThatAreTooLongAreAnsweredHoweverTheirLengthIsSaid() throws Exception {
        String body = " ".repeat(MIB) + "{}";
        assertEquals(413, local.send("sk", "POST", "/v1/conversations", body).statusCode());
        try (Socket client = local.connect()) {
            write(client, POST + KEY + "Connection: close\r\n\r\n" + chunk(body) + "0\r\n\r\n");
            String answer = answered(client);
            assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
        }
    }

    @Test
    void longChunksWithinTheBoundAreReadWholeAndTheNextRequestIsAnswered() throws Exception {
        String body = "{" + " ".repeat(100_000) + "}";
        try (Socket client = local.connect()) {
            String first = body.substring(0, 70_000);
            write(client, POST + KEY + "\r\n" + chunk(first) + chunk(body.substring(70_000)) + "0\r\n\r\n");
            write(client, POST + KEY + "Connection: close\r\n\r\n" + chunk("{}") + "0\r\n\r\n");
            String answers = answered(client);
            assertEquals(3, answers.split("HTTP/1.1 201 ", -1).length, answers);
        }
    }

    @Test
    void aStrangerWithAShortBodyKeepsItsConnection() throws Exception {
        try (Socket client = local.connect()) {
            write(client, POST + "\r\n" + chunk("x".repeat(40_000)) + "0\r\n\r\n");
            write(client, "GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
            String answers = answered(client);
            assertTrue(answers.startsWith("HTTP/1.1 401 "), answers);
            assertTrue(answers.contains("HTTP/1.1 200 "), answers);
        }
    }

    private static String chunk(String content) {
        return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
    }
}
