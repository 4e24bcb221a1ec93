package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that let a request drip in byte by byte, or do not read the answer, so that a connection is never free again. */
@Timeout(120)
class SlowClientTest {
    private static final int DRIP_MS = 50;
    private static final String KEY = "Authorization: Bearer sk\r\n";

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        Parley parley = Parley.in(data).model((_, _) -> Reply.says("Yes.")).open();
        ServerSpec.Key key = new ServerSpec.Key("sk", ServerSpec.Role.ADMIN, List.of());
        ServerSpec.Limits usual = ServerSpec.Limits.DEFAULT;
        ServerSpec spec = LocalServer.spec(key)
                .with(new ServerSpec.Limits(
                        usual.connections(),
                        1,
                        usual.bodyBytes(),
                        usual.headerBytes(),
                        usual.messageBytes(),
                        usual.queueBytes(),
                        usual.messagesPerSecond(),
                        usual.evictSeconds(),
                        usual.diskSeconds()));
        local = new LocalServer(parley, spec, Map.of());
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private static void write(Socket to, String text) throws IOException {
        to.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends these again and again until the server has had enough. */
    private static void drip(Socket client, String bytes) throws IOException {
        client.setSoTimeout(DRIP_MS);
        while (true) {
            try {
                write(client, bytes);
                if (client.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException e) {
                // Nothing is said to it yet.
            } catch (SocketException e) {
                return;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"G", "'GET /healthz HTTP/1.1\r\nHost: here\r\n'"})
    void headersThatDripAreGivenUp(String begun) throws IOException {
        try (Socket client = local.connect()) {
            write(client, begun);
            drip(client, begun.contains("\n") ? "A: b\r\n" : "E");
        }
    }

    @Test
    void aBodyThatDripsIsGivenUp() throws IOException {
        dripBody();
    }

    private void dripBody() throws IOException {
        try (Socket client = local.connect()) {
            write(
                    client,
                    "POST /v1/conversations HTTP/1.1\r\nHost: here\r\n" + KEY
                            + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
            drip(client, " ");
        }
    }

    /** Whoever goes on to write to such a server learns that it has gone. */
    @ParameterizedTest
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource({"events", "export"})
    void anAnswerThatNobodyReadsIsGivenUp(String path) throws IOException {
        Conversation talk =
                local.parley().converse("conv-1", new Visit("", Set.of(), Json.Obj.EMPTY.with("owner", "somebody")));
        for (int i = 0; i < 10; i++) {
            CompletableFuture<?>[] added = Stream.generate(
                            () -> talk.add("", "x".repeat(Conversation.MESSAGE_CHARS_MAX)))
                    .limit(50)
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(added).join();
        }
        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(2_048);
            deaf.connect(
                    new InetSocketAddress(local.at("").getHost(), local.at("").getPort()));
            write(deaf, "GET /v1/conversations/conv-1/" + path + " HTTP/1.1\r\nHost: here\r\n" + KEY + "\r\n");
            assertThrows(SocketException.class, () -> {
                while (true) {
                    write(deaf, "GET / HTTP/1.1\r\n");
                }
            });
        }
    }

    @Test
    void whoIsBeingAnsweredIsNot() throws IOException {
        Conversation talk =
                local.parley().converse("conv-1", new Visit("", Set.of(), Json.Obj.EMPTY.with("owner", "somebody")));
        talk.say("hello").join();
        try (Socket reader = local.connect()) {
            write(reader, "GET /v1/conversations/conv-1/events HTTP/1.1\r\nHost: here\r\n" + KEY + "\r\n");
            BufferedReader events =
                    new BufferedReader(new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8));
            assertEquals("HTTP/1.1 200 OK", events.readLine());
            dripBody();
            talk.say("hello").join();
            int turns = 0;
            for (String line = events.readLine(); turns < 2; line = events.readLine()) {
                assertNotNull(line, "the stream goes on");
                turns += line.contains("\"turn.closed\"") ? 1 : 0;
            }
        }
    }
}
