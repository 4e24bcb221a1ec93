package dev.parley.transport.socket;

import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.socket.FrameReader.Message;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A connection that has become a socket: reads messages on its own thread until one of the two ends it. */
final class SocketConnection implements ServerConnection {
    private static final System.Logger LOG = System.getLogger(SocketConnection.class.getName());

    /** How long a goodbye may take. */
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    /** How long a client may take to read what was sent to it before the goodbye. */
    private static final Duration TAKEN_WITHIN = Duration.ofSeconds(5);

    /** A wall clock may be set, so it is looked at again and again. */
    private static final long LOOK_EVERY_MS = 1_000;

    /** How long a message waits until others are decoded, where they take all the memory that there is for it. */
    private static final long DECODED_WITHIN_MS = 5_000;

    private final SocketSession session;
    private final OpenSockets open;
    private final FrameReader frames;
    private final ClientSocket socket;
    private final ByteBudget.Share share;
    private final CountDownLatch over = new CountDownLatch(1);
    private final LongSupplier leftMs;
    private volatile @Nullable Thread reader;
    private @Nullable Thread writer;
    private boolean left;

    SocketConnection(ConnectionContext context, SocketDesk.Opened opened, OpenSockets open) {
        SocketDesk.Admitted admitted = opened.admitted();
        this.share = opened.share();
        this.session = admitted.session();
        this.open = open;
        this.leftMs = admitted.leftMs();
        this.frames = new FrameReader(context.dataReader(), admitted.limits().messageBytes(), share);
        this.socket = new ClientSocket(context.dataWriter(), admitted.limits(), share, this::giveUp, new Told());
    }

    private final class Told implements ClientSocket.Watch {
        @Override
        public void stalled(long forMs) {
            session.stalled(socket, forMs);
        }

        @Override
        public void flowed() {
            session.flowed(socket);
        }
    }

    /** An interrupted thread closes the connection that it reads from. */
    private void giveUp() {
        Thread waiting = reader;
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /** Sends the client an error, and closes its socket. */
    void refuse(CloseCode code, String error, String detail) {
        if (!socket.isClosed()) {
            session.refused(socket, error, detail);
            socket.close(code, detail);
        }
    }

    /** By the reader: ends what the session keeps for its client, which may take its time to answer a goodbye. */
    private void leave() {
        if (!left) {
            left = true;
            session.closed();
        }
    }

    /** By another thread than the reader and the writer, which a client may hold up: for what they would do too late. */
    void closeIfLate(long nowNanos, int withinSeconds) {
        if (socket.isStuck(nowNanos, TAKEN_WITHIN.toNanos())) {
            giveUp();
        }
        if (frames.isLate(nowNanos, TimeUnit.SECONDS.toNanos(withinSeconds))) {
            refuse(
                    CloseCode.POLICY,
                    "message_incomplete",
                    "a message is complete within " + withinSeconds + " seconds after its first byte");
        }
    }

    @Override
    public void handle(Limit limit) {
        try {
            run();
        } finally {
            frames.end();
            share.close();
        }
    }

    private void run() {
        reader = Thread.currentThread();
        writer = Thread.ofVirtual().name("parley-socket").start(this::write);
        open.add(socket, this);
        if (leftMs.getAsLong() != Long.MAX_VALUE) {
            Thread.ofVirtual().name("parley-expiry").start(this::watchExpiry);
        }
        try {
            session.opened(socket);
            readUntilBad();
        } catch (InsufficientDataAvailableException | UncheckedIOException | CloseConnectionException e) {
            // The client has left, or was given up.
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "a socket failed", e);
            socket.close(CloseCode.FAULT, "something went wrong here");
        } finally {
            end();
            open.remove(socket);
        }
    }

    /** What a client has shown counts no longer than it says; it comes back with something newer. */
    private void watchExpiry() {
        try {
            boolean gone = false;
            for (long left = leftMs.getAsLong(); left > 0 && !gone; left = leftMs.getAsLong()) {
                gone = over.await(Math.min(left, LOOK_EVERY_MS), TimeUnit.MILLISECONDS);
            }
            socket.close(CloseCode.POLICY, "the token has expired");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A client that does not answer a goodbye is not waited for. */
    private void write() {
        socket.write();
        try {
            if (!over.await(GOODBYE.toMillis(), TimeUnit.MILLISECONDS)) {
                giveUp();
            }
        } catch (InterruptedException e) {
            giveUp();
        }
    }

    /** What is still on its way is read and forgotten, because a connection that is not read to its end loses the goodbye. */
    private void readUntilBad() {
        try {
            readAll();
        } catch (BadFrame e) {
            if (e.error().isEmpty()) {
                socket.close(e.code(), String.valueOf(e.getMessage()));
            } else {
                refuse(e.code(), e.error(), String.valueOf(e.getMessage()));
            }
            leave();
            frames.forgetRest();
        }
    }

    private void readAll() throws BadFrame {
        boolean goesOn = true;
        while (goesOn) {
            Message message = frames.next();
            socket.heard();
            goesOn = handled(message);
            frames.release();
        }
    }

    /** False for the last one. */
    private boolean handled(Message message) throws BadFrame {
        switch (message.opcode()) {
            case FrameReader.TEXT -> decoded(message);
            case FrameReader.BINARY -> {
                if (!socket.isClosed()) {
                    session.binary(socket, message.payload());
                }
            }
            case FrameReader.PING -> socket.pong(message.payload());
            case FrameReader.CLOSE -> {
                socket.close(code(message.payload()), "");
                return false;
            }
            default -> {}
        }
        return true;
    }

    /** A text takes a multiple of its bytes while it is decoded and handled. Short ones are covered by the socket's own bytes. */
    private void decoded(Message message) throws BadFrame {
        int length = message.payload().length;
        long bytes = length <= ByteBudget.FREE_MESSAGE_BYTES
                ? 0
                : share.compute(length, () -> ByteBudget.decoding(message.payload()));
        try {
            share.takeWithin(bytes, DECODED_WITHIN_MS);
        } catch (OverBudget e) {
            throw new BadFrame(CloseCode.TRY_LATER, e.detail(), OverBudget.CODE);
        }
        try {
            String text = text(message);
            if (!socket.isClosed()) {
                session.text(text);
            }
        } finally {
            share.release(bytes);
        }
    }

    private String text(Message message) throws BadFrame {
        String text = share.compute(message.payload().length, message::text);
        if (text == null) {
            throw new BadFrame(CloseCode.BAD_TEXT, "text is UTF-8");
        }
        return text;
    }

    /** What the client says when it leaves is said back to it. */
    private static int code(byte[] payload) {
        int code = payload.length < Short.BYTES ? 0 : ByteBuffer.wrap(payload).getShort();
        return code >= 1000 && code < 5000 && code != 1005 && code != 1006 ? code : CloseCode.NORMAL.number();
    }

    private void end() {
        socket.close(CloseCode.NORMAL, "");
        over.countDown();
        Thread writing = writer;
        try {
            leave();
            if (writing != null && !writing.join(GOODBYE)) {
                writing.interrupt();
            }
        } catch (InterruptedException e) {
            if (writing != null) {
                writing.interrupt();
            }
        }
    }

    /** A socket asks by itself whether its client is there. */
    @Override
    public Duration idleTime() {
        return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        socket.close(CloseCode.GOING_AWAY, "the server stops");
        if (interrupt) {
            giveUp();
        }
    }
}
