package dev.parley.transport.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** TLS handshakes are computed a few at a time, and addresses are served in turn. */
@Timeout(60)
class HandshakeTurnsTest {
    private static final int MANY = 5;

    private final HandshakeTurns turns = new HandshakeTurns(new HandshakeTurns.Bounds(1, MANY, 60_000));
    private final BlockingQueue<String> served = new LinkedBlockingQueue<>();

    /** Another thread begins this turn, and notes when it is served. */
    private Thread begin(HandshakeTurns.Turn turn, String name) {
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                turn.begin();
                served.add(name);
            } catch (IOException e) {
                served.add("too many");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void servesAnotherAddressBeforeTheRestOfACrowd() throws Exception {
        HandshakeTurns.Turn first = turns.of("stranger");
        first.begin();
        List<HandshakeTurns.Turn> crowd = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            crowd.add(turns.of("stranger"));
            begin(crowd.getLast(), "stranger");
        }
        HandshakeTurns.Turn honest = turns.of("honest");
        begin(honest, "honest");
        assertEquals(0, served.size(), "one computes at a time");
        first.end();
        assertEquals("stranger", served.take());
        crowd.getFirst().end();
        assertEquals("honest", served.take());
        honest.close();
        assertEquals("stranger", served.take());
    }

    @Test
    void refusesAnAddressOfWhichTooManyWait() throws Exception {
        HandshakeTurns.Turn first = turns.of("stranger");
        first.begin();
        for (int i = 0; i < MANY; i++) {
            begin(turns.of("stranger"), "stranger");
        }
        assertThrows(IOException.class, () -> turns.of("stranger").begin());
        begin(turns.of("honest"), "honest");
        first.close();
        assertEquals("stranger", served.take());
    }

    @Test
    void keepsNobodyWaitingBehindAConnectionThatIsClosed() throws Exception {
        HandshakeTurns.Turn first = turns.of("a");
        first.begin();
        HandshakeTurns.Turn closed = turns.of("b");
        Thread waits = begin(closed, "closed");
        closed.close();
        waits.join();
        assertEquals("closed", served.take());
        closed.begin();
        HandshakeTurns.Turn next = turns.of("c");
        begin(next, "next");
        first.close();
        assertEquals("next", served.take());
    }

    @Test
    void countsATurnNoLongerThatNeverEnds() throws Exception {
        HandshakeTurns impatient = new HandshakeTurns(new HandshakeTurns.Bounds(1, MANY, 1));
        impatient.of("lost").begin();
        HandshakeTurns.Turn next = impatient.of("next");
        begin(next, "next");
        assertEquals("next", served.take());
    }

    /** The first message of a client is answered when it is its turn, and its thread has none while it waits for the client. */
    @Test
    void answersTheFirstMessageOfAClientInItsTurn() throws Exception {
        SSLContext context = SSLContext.getDefault();
        HandshakeTurns.Turn other = turns.of("other");
        other.begin();
        try (TurnServerSocket server = new TurnServerSocket(context, turns, _ -> "client");
                Socket client = connected(server)) {
            CompletableFuture<String> ended = new CompletableFuture<>();
            SSLSocket accepted = (SSLSocket) server.accept();
            Thread.ofVirtual().start(() -> {
                try (accepted) {
                    accepted.startHandshake();
                    ended.complete("shaken hands");
                } catch (IOException e) {
                    ended.complete("refused");
                }
            });
            client.getOutputStream().write(hello(context));
            assertThrows(TimeoutException.class, () -> answer(client, 500));
            other.end();
            assertTrue(answer(client, 30_000) >= 0, "an alert, because this server has no certificate");
            assertEquals("refused", ended.get());
        }
    }

    private static Socket connected(TurnServerSocket server) throws IOException {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    private static int answer(Socket client, int withinMs) throws IOException, TimeoutException {
        client.setSoTimeout(withinMs);
        try {
            return client.getInputStream().read();
        } catch (java.net.SocketTimeoutException e) {
            throw new TimeoutException();
        }
    }

    private static byte[] hello(SSLContext context) throws IOException {
        SSLEngine engine = context.createSSLEngine("localhost", 1);
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.beginHandshake();
        engine.wrap(ByteBuffer.allocate(0), out);
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }
}
