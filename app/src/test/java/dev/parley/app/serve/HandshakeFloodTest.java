package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.Server;
import dev.parley.transport.ServerSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stranger sends the first message of a TLS handshake on many connections. Each costs the server a key agreement and a
 * signature, and the stranger nothing. A client of another address does not wait until all of them are answered.
 */
@Timeout(120)
class HandshakeFloodTest {
    private static final int MANY = 800;
    /** The machine may let the server answer many before the other client has its turn on a processor; not always. */
    private static final int ROUNDS = 10;

    private static final InetAddress STRANGER = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");

    @TempDir
    Path folder;

    @Test
    void shakesHandsWithAnotherAddressBeforeTheRestOfAStranger() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "certificate");
        try (Parley parley = parley();
                Server server = server(parley, certificate)) {
            List<String> rounds = new ArrayList<>();
            boolean isBefore = false;
            for (int round = 0; round < ROUNDS && !isBefore; round++) {
                isBefore = isServedBefore(server, certificate, rounds);
            }
            assertTrue(isBefore, "so many of " + MANY + " were answered before, and at last: " + rounds);
        }
    }

    /** Whether most of those that were not answered when the other client came still were not when it was served. */
    private static boolean isServedBefore(Server server, TestCertificate certificate, List<String> rounds)
            throws IOException {
        int port = URI.create(server.tlsAddress()).getPort();
        byte[] hello = hello(certificate);
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                strangers.add(new Socket(STRANGER, port, STRANGER, 0));
            }
            for (Socket socket : strangers) {
                socket.getOutputStream().write(hello);
            }
            int before = answered(strangers);
            try (Socket below = new Socket(STRANGER, port, OTHER, 0);
                    Socket other =
                            certificate.trusted().getSocketFactory().createSocket(below, "localhost", port, true)) {
                assertEquals("HTTP/1.1 200 OK", health(other));
            }
            int after = answered(strangers);
            rounds.add(before + " to " + after);
            return after - before < (MANY - before) / 4;
        } finally {
            for (Socket socket : strangers) {
                socket.setSoLinger(true, 0);
                socket.close();
            }
        }
    }

    private static int answered(List<Socket> sockets) throws IOException {
        int answered = 0;
        for (Socket socket : sockets) {
            answered += socket.getInputStream().available() > 0 ? 1 : 0;
        }
        return answered;
    }

    private Parley parley() throws IOException {
        return Parley.in(folder.resolve("data"))
                .model((_, _) -> Reply.says("Hello."))
                .open();
    }

    private Server server(Parley parley, TestCertificate certificate) throws IOException {
        certificate.write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        ServerSpec spec = new ServerSpec(
                "127.0.0.1",
                new ServerSpec.Tls(0, folder.resolve("cert.pem"), folder.resolve("key.pem")),
                List.of(new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of())),
                null,
                null,
                List.of(),
                null,
                1000);
        return Server.start(parley, spec, 0, Map.of());
    }

    /** The first message of a client, which can be sent again and again. */
    private static byte[] hello(TestCertificate certificate) throws IOException {
        SSLEngine engine = certificate.trusted().createSSLEngine("localhost", 1);
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        try {
            engine.beginHandshake();
            engine.wrap(ByteBuffer.allocate(0), out);
        } catch (SSLException e) {
            throw new IOException(e);
        }
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }

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
}
