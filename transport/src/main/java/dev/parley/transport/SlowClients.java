package dev.parley.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Gives up connections whose client takes too long to say what it wants, however steadily its bytes drip in. Helidon asks every
 * connection now and then how long ago its last request came, and closes it if that is too long; one in the middle of a request
 * it leaves alone. Here such a request is left alone only while it is being answered, and not while its headers or its body are
 * waited for, nor while its client takes nothing of the answer for as long.
 */
final class SlowClients implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final Answered answered;

    SlowClients(ServerConnectionSelector http, Answered answered) {
        this.http = http;
        this.answered = answered;
    }

    /** The connections on which something is answered right now. */
    static final class Answered {
        private final Map<String, Waiting> connections = new ConcurrentHashMap<>();
        private final long stuckNanos;

        /** @param idleSeconds for which a client may take nothing of what is written to it */
        Answered(int idleSeconds) {
            this.stuckNanos = TimeUnit.SECONDS.toNanos(idleSeconds);
        }

        /** The same stream for an answer that may be long, given up with its connection where its client does not read it. */
        OutputStream watched(String connection, OutputStream answer) {
            Waiting waiting = connections.get(connection);
            return waiting == null ? answer : new Watched(answer, waiting);
        }

        /**
         * Says whether the client of this connection still waits for the answer to its request, which has been read to the end and is
         * its last: a thread reads what comes after it, because only that notices when the client closes its side.
         */
        BooleanSupplier connected(String connection) {
            Waiting waiting = connections.get(connection);
            if (waiting == null) {
                return () -> false;
            }
            last(connection);
            AtomicBoolean isConnected = new AtomicBoolean(true);
            Thread.ofVirtual().name("parley-waits").start(() -> {
                try {
                    waiting.reader.ensureAvailable();
                } catch (InsufficientDataAvailableException | ServerConnectionException | UncheckedIOException e) {
                    isConnected.set(false);
                }
            });
            return isConnected::get;
        }

        /** The request that is being read is the last one of this connection. */
        void last(String connection) {
            Waiting waiting = connections.get(connection);
            if (waiting != null) {
                waiting.connection.close(false);
            }
        }

        /** The headers of a request were read on this connection. */
        void begun(String connection, boolean isChunked) {
            Waiting waiting = connections.get(connection);
            if (waiting != null) {
                waiting.reader.begin(isChunked);
            }
        }

        /** The answer to the request of this connection was sent; no more than this is read of what is left of its body. */
        void sent(String connection, long bytesMax) {
            Waiting waiting = connections.get(connection);
            if (waiting != null) {
                waiting.reader.answered(bytesMax);
            }
        }

        /** The request of this connection is being answered, or its client is waited for. */
        void set(String connection, boolean answering) {
            Waiting waiting = connections.get(connection);
            if (waiting != null) {
                waiting.answering = answering;
            }
        }
    }

    /** Says how long each piece has been on its way. Pieces are written whole. */
    private static final class Watched extends FilterOutputStream {
        private final Waiting connection;

        Watched(OutputStream answer, Waiting connection) {
            super(answer);
            this.connection = connection;
        }

        @Override
        public void write(byte[] piece, int offset, int length) throws IOException {
            begin();
            try {
                out.write(piece, offset, length);
            } finally {
                end();
            }
        }

        @Override
        public void flush() throws IOException {
            begin();
            try {
                out.flush();
            } finally {
                end();
            }
        }

        @Override
        public void close() throws IOException {
            begin();
            try {
                out.close();
            } finally {
                end();
            }
        }

        private void begin() {
            connection.writingSince = System.nanoTime();
            connection.writing = true;
        }

        private void end() {
            connection.writing = false;
        }
    }

    private static final class Waiting implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection connection;
        private final RequestReader reader;
        private final String id;
        private final Map<String, Waiting> all;
        private final long stuckNanos;
        private volatile boolean answering;
        private volatile long writingSince;
        private volatile boolean writing;

        Waiting(ServerConnection connection, BoundedContext context, Answered answered) {
            this.connection = connection;
            this.reader = context.dataReader();
            this.id = context.childSocketId();
            this.all = answered.connections;
            this.stuckNanos = answered.stuckNanos;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            all.put(id, this);
            try {
                connection.handle(limit);
            } finally {
                all.remove(id);
            }
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            boolean stuck = writing && System.nanoTime() - writingSince > stuckNanos;
            connection.close(interrupt || !answering || stuck);
        }

        @Override
        public boolean canInterrupt() {
            return !(connection instanceof InterruptableTask<?> task) || task.canInterrupt();
        }
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        BoundedContext bounded = BoundedContext.of(context);
        return new Waiting(http.connection(bounded), bounded, answered);
    }
}
