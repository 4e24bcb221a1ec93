package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertAll;
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
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body is never answered as a second request, however its length is declared. */
@Timeout(60)
class RequestFramingTest {
    private static final String HEAD =
            " HTTP/1.1\r\n" + "Host: here\r\n" + "Authorization: Bearer sk\r\n" + "Content-Type: application/json\r\n";
    private static final String POST = "POST /v1/conversations" + HEAD;

    /** What a client hides in a body, so that it is answered as the request of another client. */
    private static final String HIDDEN = "GET /metrics" + HEAD + "\r\n";

    private static final Pattern RESPONSE = Pattern.compile("HTTP/1\\.1 \\d{3} ");

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

    /** Everything that is answered until the server closes the connection. */
    private static String exchanged(String sent) throws IOException {
        try (Socket client = local.connect()) {
            client.setSoTimeout(20_000);
            client.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
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
    }

    private static long responses(String answered) {
        return RESPONSE.matcher(answered).results().count();
    }

    private static String chunked(String content) {
        return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n0\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked, gzip",
                "Transfer-Encoding: chunked,",
                "Transfer-Encoding: ,chunked",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunkedx",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding:",
                "Transfer-Encoding: \tchunked\tx",
                "Transfer-Encoding: \u000bchunked",
                "Transfer-Encoding: chun\u212aed",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "transfer-encoding: identity\r\nTRANSFER-ENCODING: chunked",
                "Transfer-Encoding:\r\n chunked",
                "Transfer-Encoding: chunked\r\n , identity",
                "X-Folded: a\r\n Transfer-Encoding: chunked",
                "X-Folded: a\r\n\tTransfer-Encoding: chunked",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding\t: chunked",
                " Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 0",
                "Content-Length: 0\r\nTransfer-Encoding: identity",
                "Content-Length: +0",
                "Content-Length: -0",
                "Content-Length: 0x0",
                "Content-Length: 0,0",
                "Content-Length: 0 0",
                "Content-Length:",
                "Content-Length: 0\r\nContent-Length: 0",
                "Content-Length: 00000000000000000000",
                "Content-Length: 99999999999999999999"
            })
    void rejectsABodyWithoutACertainEndAndCloses(String framing) {
        assertAll(
                () -> rejected(POST + framing + "\r\n\r\n" + HIDDEN),
                () -> rejected(POST + framing + "\r\n\r\n" + chunked(HIDDEN) + HIDDEN),
                () -> rejected("GET /healthz" + HEAD + framing + "\r\n\r\n" + HIDDEN),
                () -> rejected("GET /v1/realtime" + HEAD + framing
                        + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" + HIDDEN));
    }

    private static void rejected(String request) throws IOException {
        String answered = exchanged(request);
        assertEquals(1, responses(answered), answered);
        assertTrue(answered.startsWith("HTTP/1.1 400 "), answered);
        assertTrue(answered.contains("\"code\":\"broken_request\""), answered);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "CHUNKED", "Chunked", "chunKed "})
    void readsChunkedInAnyCase(String coding) throws IOException {
        String framing = "Transfer-Encoding: " + coding + "\r\n";
        String begun = exchanged(POST + "Connection: close\r\n" + framing + "\r\n" + chunked("{}"));
        assertEquals(1, responses(begun), begun);
        assertTrue(begun.startsWith("HTTP/1.1 201 "), begun);
        String hidden = exchanged(POST + "Connection: close\r\n" + framing + "\r\n" + chunked(HIDDEN));
        assertEquals(1, responses(hidden), hidden);
        assertTrue(hidden.startsWith("HTTP/1.1 400 "), hidden);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "CHUNKED"})
    void skipsTheChunkedBodyOfAGet(String coding) throws IOException {
        String answered = exchanged("GET /healthz" + HEAD + "Transfer-Encoding: " + coding + "\r\n\r\n"
                + chunked(HIDDEN) + "GET /readyz" + HEAD + "Connection: close\r\n\r\n");
        assertEquals(2, responses(answered), answered);
        assertTrue(answered.contains("{\"ok\":true}") && answered.contains("{\"ready\":true}"), answered);
    }

    /** A client may send a body that was not asked for, and a proxy sends on what it gets. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/conversations HTTP/1.1\r\nHost: here\r\n",
                "POST /nowhere" + HEAD,
                "POST /healthz" + HEAD,
                "GET /healthz" + HEAD,
                "POST /v1/conversations" + HEAD
            })
    void neverAnswersABodyThatWasToBeAskedFor(String head) throws IOException {
        String length = "Content-Length: " + HIDDEN.length() + "\r\n\r\n";
        assertAll(
                () -> answeredOnce(head + "Expect: 100-continue\r\n" + length + HIDDEN),
                () -> answeredOnce(head + "expect: 100-Continue\r\n" + length + HIDDEN),
                () -> answeredOnce(head + "Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n" + HIDDEN),
                () -> answeredOnce(head + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n" + HIDDEN));
    }

    private static void answeredOnce(String request) throws IOException {
        String answered = exchanged(request).replace("HTTP/1.1 100 Continue", "");
        assertEquals(1, responses(answered), answered);
    }

    @Test
    void readsABodyThatItHasAskedFor() throws IOException {
        String begun = exchanged(POST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}");
        assertTrue(begun.startsWith("HTTP/1.1 100 ") && begun.contains("HTTP/1.1 201 "), begun);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "Close", "x, close"})
    void readsNothingAfterTheLastRequest(String options) throws IOException {
        String answered = exchanged("GET /healthz" + HEAD + "Connection: " + options + "\r\n\r\n" + HIDDEN);
        assertEquals(1, responses(answered), answered);
        assertTrue(answered.startsWith("HTTP/1.1 200 "), answered);
        String unknown = exchanged(
                "GET /v1/conversations HTTP/1.1\r\nHost: here\r\nConnection: " + options + "\r\n\r\n" + HIDDEN);
        assertEquals(1, responses(unknown), unknown);
        assertTrue(unknown.startsWith("HTTP/1.1 401 "), unknown);
    }

    @Test
    void rejectsAnOlderVersionOfTheProtocol() throws IOException {
        String answered = exchanged(
                POST.replace("HTTP/1.1", "HTTP/1.0") + "Transfer-Encoding: chunked\r\n\r\n" + chunked("{}") + HIDDEN);
        assertEquals(1, responses(answered), answered);
        assertTrue(answered.startsWith("HTTP/1.1 505 "), answered);
    }
}
