package dev.parley.transport.budget;

import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/**
 * The TLS connections whose handshake is not over. Helidon waits for it without end and looks for idle connections only among
 * those whose handshake is over, so a client without a key could keep a place by sending nothing, or one byte now and then.
 */
final class Handshakes {
    private final Map<Socket, Long> begun = new ConcurrentHashMap<>();

    /** This connection was just accepted. */
    void begins(Socket socket) {
        if (socket instanceof SSLSocket tls) {
            begun.put(tls, System.nanoTime());
            tls.addHandshakeCompletedListener(_ -> completed(tls));
        }
    }

    /**
     * Closes a connection whose handshake is over for the second time. TLS 1.2 lets a client renegotiate as often as it likes, and each
     * time costs the server a signature; no client of this server needs it.
     */
    private void completed(Socket socket) {
        if (begun.remove(socket) == null) {
            close(socket);
        }
    }

    /** Closes those that have taken longer than this. */
    void closeLate(long nowNanos, int seconds) {
        long most = TimeUnit.SECONDS.toNanos(seconds);
        begun.forEach((socket, sinceNanos) -> {
            if (socket.isClosed()) {
                begun.remove(socket);
            } else if (nowNanos - sinceNanos > most) {
                begun.remove(socket);
                Thread.ofVirtual().name("parley-late-handshake").start(() -> close(socket));
            }
        });
    }

    /** With a reset: closing in good order would wait for a client that takes nothing of the handshake. */
    private static void close(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // The client has left already.
        }
    }
}
