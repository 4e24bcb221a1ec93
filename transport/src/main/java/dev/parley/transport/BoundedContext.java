package dev.parley.transport;

import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * A connection whose bytes are read by a {@link RequestReader}.
 *
 * @param under the same connection as Helidon knows it
 */
record BoundedContext(ConnectionContext under, RequestReader dataReader) implements ConnectionContext {
    static BoundedContext of(ConnectionContext under) {
        return new BoundedContext(under, new RequestReader(under.dataReader()));
    }

    @Override
    public ListenerContext listenerContext() {
        return under.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return under.executor();
    }

    @Override
    public DataWriter dataWriter() {
        return under.dataWriter();
    }

    @Override
    public Router router() {
        return under.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return under.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return under.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return under.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return under.localPeer();
    }

    @Override
    public boolean isSecure() {
        return under.isSecure();
    }

    @Override
    public String socketId() {
        return under.socketId();
    }

    @Override
    public String childSocketId() {
        return under.childSocketId();
    }
}
