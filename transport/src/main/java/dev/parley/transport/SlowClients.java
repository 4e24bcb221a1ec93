package dev.parley.transport;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives up connections whose client takes too long to say what it wants, however steadily its bytes drip in. Helidon asks every
 * connection now and then how long ago its last request came, and closes it if that is too long; one in the middle of a request
 * it leaves alone. Here such a request is left alone only while it is being answered, and not while its headers or its body are
 * waited for.
 */
final class SlowClients implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final Map<String, Waiting> connections;

    SlowClients(ServerConnectionSelector http, Answered answered) {
        this.http = http;
        this.connections = answered.connections;
    }

    /** The connections on which something is answered right now. */
    static final class Answered {
        private final Map<String, Waiting> connections = new ConcurrentHashMap<>();

        /** The request of this connection is being answered, or its client is waited for. */
        void set(String connection, boolean answering) {
            Waiting waiting = connections.get(connection);
            if (waiting != null) {
                waiting.answering = answering;
            }
        }
    }

    private static final class Waiting implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection connection;
        private final String id;
        private final Map<String, Waiting> all;
        private volatile boolean answering;

        Waiting(ServerConnection connection, String id, Map<String, Waiting> all) {
            this.connection = connection;
            this.id = id;
            this.all = all;
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
            connection.close(interrupt || !answering);
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
        return new Waiting(http.connection(context), context.childSocketId(), connections);
    }
}
