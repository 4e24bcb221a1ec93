package dev.parley.transport.tls;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connection below a TLS connection. Until the handshake is over, what was read is handed out only when it is this
 * connection's turn to compute, and the turn ends when its thread reads on or closes the connection: whoever waits for a client
 * has no turn.
 */
final class TurnSocket extends Socket {
    /** So much fits into the buffer of a new connection, so that writing it never waits for the client. */
    private static final int FITS_BYTES = 8 << 10;

    private final HandshakeTurns turns;
    private final Function<SocketAddress, String> address;
    private volatile HandshakeTurns.@Nullable Turn turn;

    TurnSocket(HandshakeTurns turns, Function<SocketAddress, String> address) {
        this.turns = turns;
        this.address = address;
    }

    /** The connection was accepted; its handshake is to come. */
    void accepted() {
        turn = turns.of(address.apply(getRemoteSocketAddress()));
    }

    void handshakeIsOver() {
        HandshakeTurns.Turn last = turn;
        turn = null;
        if (last != null) {
            last.close();
        }
    }

    private void end() {
        HandshakeTurns.Turn present = turn;
        if (present != null) {
            present.end();
        }
    }

    private void begin() throws IOException {
        HandshakeTurns.Turn present = turn;
        if (present != null) {
            try {
                present.begin();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("a handshake was given up");
            }
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                end();
                int next = in.read();
                begin();
                return next;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                end();
                int got = in.read(into, offset, length);
                begin();
                return got;
            }
        };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            private long written;

            @Override
            public void write(int next) throws IOException {
                write(new byte[] {(byte) next}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                written += length;
                if (turn == null || written <= FITS_BYTES) {
                    out.write(bytes, offset, length);
                    return;
                }
                end();
                out.write(bytes, offset, length);
                begin();
            }
        };
    }

    @Override
    public void close() throws IOException {
        handshakeIsOver();
        super.close();
    }
}
