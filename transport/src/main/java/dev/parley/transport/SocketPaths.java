package dev.parley.transport;

import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.socket.SocketDesk;
import dev.parley.transport.socket.SocketLimits;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.HttpRouting;
import java.net.SocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All the paths at which there are sockets. A request that gets none is answered as a request, with a problem that says why.
 */
record SocketPaths(Map<String, SocketPath> paths, ServerSpec.Limits limits, ByteBudget budget, Door door)
        implements SocketDesk {
    SocketPaths {
        paths = Map.copyOf(paths);
    }

    @Override
    public @Nullable Opened admit(HttpPrologue prologue, Headers headers, SocketAddress from) {
        SocketPath path = paths.get(place(prologue.uriPath().path()));
        if (path == null) {
            return null;
        }
        long begun = System.nanoTime();
        try {
            Admitted admitted = bounded(path.admit(prologue, headers));
            ByteBudget.Share share = share(admitted, from);
            door.upgraded(prologue, headers, begun);
            return new Opened(admitted, share);
        } catch (Problem refused) {
            return null;
        }
    }

    private ByteBudget.Share share(Admitted admitted, SocketAddress from) {
        try {
            return budget.socket(admitted.owner(), Rates.network(from));
        } catch (OverBudget e) {
            throw Problem.overBudget(e);
        }
    }

    /** A path bounds its sockets as it must, and the configuration as it likes. */
    private Admitted bounded(Admitted admitted) {
        SocketLimits own = admitted.limits();
        SocketLimits both = new SocketLimits(
                Math.min(own.messageBytes(), limits.messageBytes()),
                Math.min(own.queueBytes(), limits.queueBytes()),
                Math.min(own.messagesPerSecond(), limits.messagesPerSecond()),
                own.pingMs());
        return new Admitted(admitted.session(), admitted.owner(), admitted.subprotocol(), both, admitted.leftMs());
    }

    /** The path as it is listed, where conversations have no names. */
    static String place(String path) {
        return NativePath.matches(path) ? NativePath.PATH : path;
    }

    /** Answers what did not become a socket. */
    void register(HttpRouting.Builder routing) {
        paths.forEach((at, path) -> routing.get(at, (request, response) -> {
            share(
                            path.admit(request.prologue(), request.headers()),
                            request.remotePeer().address())
                    .close();
            response.header("Upgrade", "websocket");
            response.header("Sec-WebSocket-Version", "13");
            throw new Problem(426, "upgrade_required", "this path is a WebSocket of version 13");
        }));
    }
}
