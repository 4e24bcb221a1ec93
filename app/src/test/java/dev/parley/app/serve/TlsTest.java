package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.Server;
import dev.parley.transport.ServerSpec;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The second listener: TLS with a certificate from files, which may change while it listens. */
@Timeout(60)
class TlsTest {
    private static final int SILENT = 12;

    /** The first bytes of a TLS record that says to be 512 bytes long. */
    private static final byte[] HALF_A_HELLO = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

    @TempDir
    Path folder;

    private ServerSpec spec() {
        return new ServerSpec(
                "127.0.0.1",
                new ServerSpec.Tls(0, folder.resolve("cert.pem"), folder.resolve("key.pem")),
                List.of(new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of())),
                null,
                null,
                List.of(),
                null,
                1000);
    }

    private static int status(HttpClient client, Server server) throws IOException, InterruptedException {
        URI at = URI.create(server.tlsAddress() + "/healthz");
        return client.send(HttpRequest.newBuilder(at).build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    /** Held here, because a logger that nobody holds is forgotten with its handlers. */
    private static final Logger CERTIFICATES = Logger.getLogger("dev.parley.transport.Certificates");

    @Test
    void requestsAndSocketsComeOverTlsAndACertificateMayChange() throws IOException, InterruptedException {
        TestCertificate first = TestCertificate.make(folder, "first");
        TestCertificate second = TestCertificate.make(folder, "second");
        first.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        try (Parley parley = Parley.in(folder.resolve("data"))
                        .model((_, _) -> Reply.says("Hello."))
                        .open();
                Server server = Server.start(parley, spec(), 0, Map.of())) {
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(first.trusted()).build();
            assertEquals(200, status(trusting, server));
            assertTrue(firstMessage(trusting, server).contains("session.created"));
            HttpClient other =
                    HttpClient.newBuilder().sslContext(second.trusted()).build();
            assertThrows(SSLException.class, () -> status(other, server));

            CountDownLatch inUse = new CountDownLatch(1);
            Handler listening = listening("is in use", inUse);
            CERTIFICATES.addHandler(listening);
            try {
                second.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
                assertEquals(200, statusOnceTrusted(second, server));
                assertTrue(inUse.await(20, TimeUnit.SECONDS), "the log says that it is in use");
            } finally {
                CERTIFICATES.removeHandler(listening);
            }
        }
    }

    @Test
    void aClientThatRenegotiatesLosesItsConnection() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "certificate");
        certificate.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        try (Parley parley = Parley.in(folder.resolve("data"))
                        .model((_, _) -> Reply.says("Hello."))
                        .open();
                Server server = Server.start(parley, spec(), 0, Map.of());
                SSLSocket client = (SSLSocket) certificate
                        .trusted()
                        .getSocketFactory()
                        .createSocket(
                                InetAddress.getLoopbackAddress(),
                                URI.create(server.tlsAddress()).getPort())) {
            client.setEnabledProtocols(new String[] {"TLSv1.2"});
            client.startHandshake();
            assertEquals("HTTP/1.1 200 OK", health(client));
            assertThrows(IOException.class, () -> {
                // The server reads it, and closes the connection when the handshake is over.
                client.startHandshake();
                while (health(client).equals("HTTP/1.1 200 OK")) {
                    Thread.onSpinWait();
                }
                throw new EOFException();
            });
            assertEquals(
                    200,
                    status(
                            HttpClient.newBuilder()
                                    .sslContext(certificate.trusted())
                                    .build(),
                            server));
        }
    }

    /** Asks on this connection, and returns the first line of the answer, empty where there is none. */
    private static String health(Socket client) throws IOException {
        client.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        int next = 0;
        while (next >= 0 && answer.indexOf("}") < 0) {
            next = client.getInputStream().read();
            answer.append(next < 0 ? "" : String.valueOf((char) next));
        }
        return answer.toString().lines().findFirst().orElse("");
    }

    private static Handler listening(String words, CountDownLatch said) {
        return new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getMessage().contains(words)) {
                    said.countDown();
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    /** They are looked at every two seconds, and complained of once; and as soon as they are sound they are taken. */
    @Test
    void filesThatStayBrokenAreComplainedOfOnce() throws IOException, InterruptedException {
        TestCertificate.make(folder, "first").write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        TestCertificate second = TestCertificate.make(folder, "second");
        CountDownLatch once = new CountDownLatch(1);
        CountDownLatch twice = new CountDownLatch(2);
        List<Handler> listening = List.of(listening("stays as it was", once), listening("stays as it was", twice));
        listening.forEach(CERTIFICATES::addHandler);
        try (Parley parley = Parley.in(folder.resolve("data"))
                        .model((_, _) -> Reply.says("Hello."))
                        .open();
                Server server = Server.start(parley, spec(), 0, Map.of())) {
            Files.writeString(folder.resolve("key.pem"), "no key");
            assertTrue(once.await(20, TimeUnit.SECONDS), "the log says that it cannot be used");
            assertFalse(twice.await(5, TimeUnit.SECONDS), "and says so again and again");
            second.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
            assertEquals(200, statusOnceTrusted(second, server));
        } finally {
            listening.forEach(CERTIFICATES::removeHandler);
        }
    }

    @Test
    void aCertificateThatHasExpiredOrIsNotYetValidDoesNotReplaceOne() throws IOException, InterruptedException {
        TestCertificate first = TestCertificate.make(folder, "first");
        first.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        try (Parley parley = Parley.in(folder.resolve("data"))
                        .model((_, _) -> Reply.says("Hello."))
                        .open();
                Server server = Server.start(parley, spec(), 0, Map.of())) {
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(first.trusted()).build();
            for (String from : List.of("-3d", "+3d")) {
                CountDownLatch refused = new CountDownLatch(1);
                Handler listening = listening("stays as it was", refused);
                CERTIFICATES.addHandler(listening);
                try {
                    TestCertificate.make(folder, from.startsWith("-") ? "past" : "future", from)
                            .write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
                    assertTrue(refused.await(20, TimeUnit.SECONDS), from);
                    assertEquals(200, status(trusting, server), from);
                } finally {
                    CERTIFICATES.removeHandler(listening);
                }
            }
        }
    }

    @Test
    void aCertificateThatExpiresInUseIsComplainedOf() throws IOException, InterruptedException {
        TestCertificate.make(folder, "expired", "-3d").write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        CountDownLatch told = new CountDownLatch(1);
        Handler listening = listening("stays as it was", told);
        CERTIFICATES.addHandler(listening);
        try (Parley parley = Parley.in(folder.resolve("data"))
                        .model((_, _) -> Reply.says("Hello."))
                        .open();
                Server server = Server.start(parley, spec(), 0, Map.of())) {
            assertNotNull(server.tlsAddress());
            assertTrue(told.await(20, TimeUnit.SECONDS), "the log says that it has expired");
        } finally {
            CERTIFICATES.removeHandler(listening);
        }
    }

    /** Files are replaced one after the other; in between they are no pair, and nobody could connect. */
    @Test
    void aCertificateWithTheKeyOfAnotherIsNotTaken() throws IOException, InterruptedException {
        TestCertificate.make(folder, "first").write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        TestCertificate.make(folder, "second").write(folder.resolve("cert.pem"), folder.resolve("other.pem"));
        try (Parley parley = Parley.in(folder.resolve("data"))
                .model((_, _) -> Reply.says("Hello."))
                .open()) {
            IOException refused = assertThrows(IOException.class, () -> Server.start(parley, spec(), 0, Map.of()));
            assertTrue(String.valueOf(refused.getMessage()).contains("key.pem is not that of the certificate"));
        }
    }

    private static int statusOnceTrusted(TestCertificate certificate, Server server)
            throws IOException, InterruptedException {
        while (true) {
            try {
                HttpClient fresh = HttpClient.newBuilder()
                        .sslContext(certificate.trusted())
                        .build();
                return status(fresh, server);
            } catch (SSLException notYet) {
                Thread.onSpinWait();
            }
        }
    }

    private static String firstMessage(HttpClient client, Server server) {
        CompletableFuture<String> first = new CompletableFuture<>();
        URI at = URI.create(String.valueOf(server.tlsAddress()).replace("https", "wss") + "/v1/realtime");
        WebSocket socket = client.newWebSocketBuilder()
                .header("Authorization", "Bearer sk-ana")
                .buildAsync(at, new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        first.complete(text.toString());
                        return WebSocket.Listener.super.onText(from, text, last);
                    }
                })
                .join();
        assertNotNull(socket);
        String message = first.join();
        socket.abort();
        return message;
    }

    @Test
    void aCertificateThatCannotBeReadIsSaidInOneSentence() throws IOException {
        Files.writeString(folder.resolve("cert.pem"), "no certificate");
        Files.writeString(folder.resolve("key.pem"), "no key");
        try (Parley parley = Parley.in(folder.resolve("data"))
                .model((_, _) -> Reply.says("Hello."))
                .open()) {
            IOException refused = assertThrows(IOException.class, () -> Server.start(parley, spec(), 0, Map.of()));
            assertTrue(String.valueOf(refused.getMessage()).startsWith("tls: "), refused.getMessage());
        }
    }

    /** What the start says of this pair of files. */
    private String refusal() throws IOException {
        try (Parley parley = Parley.in(folder.resolve("data"))
                .model((_, _) -> Reply.says("Hello."))
                .open()) {
            return String.valueOf(assertThrows(IOException.class, () -> Server.start(parley, spec(), 0, Map.of()))
                    .getMessage());
        }
    }

    @Test
    void aBrokenFileIsNamedWithWhatItHasToHold() throws IOException, InterruptedException {
        Path cert = folder.resolve("cert.pem");
        Path key = folder.resolve("key.pem");
        TestCertificate.make(folder, "first").write(cert, key);
        String whole = Files.readString(cert);
        Files.writeString(cert, whole.substring(0, whole.length() / 2) + "\n-----END CERTIFICATE-----\n");
        assertEquals(
                "tls: " + cert + " holds no certificate that can be read; write the whole chain into it again",
                refusal());
        Files.write(cert, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertEquals(
                "tls: " + cert
                        + " is no PEM file; it holds the certificate chain, beginning with -----BEGIN CERTIFICATE-----",
                refusal());
        Files.writeString(cert, whole);
        Files.writeString(key, "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n");
        assertTrue(refusal().startsWith("tls: the key in " + key + " cannot be used; it has to be a PKCS#8 key"));
    }

    /** The bound of connections is that of all ports; here so few fit that the silent ones take every place. */
    @Test
    void whoeverDoesNotFinishTheHandshakeLosesItsPlace() throws IOException, InterruptedException {
        TestCertificate first = TestCertificate.make(folder, "first");
        first.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        ServerSpec.Limits usual = ServerSpec.Limits.DEFAULT;
        ServerSpec.Limits few = new ServerSpec.Limits(
                SILENT,
                1,
                usual.bodyBytes(),
                usual.headerBytes(),
                usual.messageBytes(),
                usual.queueBytes(),
                usual.messagesPerSecond(),
                usual.evictSeconds(),
                usual.diskSeconds());
        List<Socket> silent = new ArrayList<>();
        try (Parley parley = Parley.in(folder.resolve("data"))
                        .model((_, _) -> Reply.says("Hello."))
                        .open();
                Server server = Server.start(parley, spec().with(few), 0, Map.of())) {
            int port = URI.create(String.valueOf(server.tlsAddress())).getPort();
            for (int i = 0; i < SILENT; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                silent.add(socket);
                if (i % 2 == 0) {
                    socket.getOutputStream().write(HALF_A_HELLO);
                }
            }
            for (Socket socket : silent) {
                assertTrue(isClosed(socket));
            }
            HttpClient plain = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/healthz"))
                    .build();
            assertEquals(
                    200,
                    plain.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
            assertEquals(
                    200,
                    status(HttpClient.newBuilder().sslContext(first.trusted()).build(), server));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    /** Waits until the server closes it; it may send an alert before. */
    private static boolean isClosed(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }
}
