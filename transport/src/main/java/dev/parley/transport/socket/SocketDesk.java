package dev.parley.transport.socket;

import dev.parley.transport.budget.ByteBudget;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import java.net.SocketAddress;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Judges requests for a socket. */
@FunctionalInterface
public interface SocketDesk {
    /** Who is behind the socket; null where there is none, and then the request is answered like any other. */
    @Nullable
    Opened admit(HttpPrologue prologue, Headers headers, SocketAddress from);

    /**
     * @param owner the id of the key, or the subject of the token, in whose budget the socket is counted
     * @param subprotocol the one that was chosen, empty for none
     * @param leftMs how long what the client has shown still counts; {@link Long#MAX_VALUE} for ever
     */
    record Admitted(
            SocketSession session, String owner, String subprotocol, SocketLimits limits, LongSupplier leftMs) {}

    /**
     * A socket for which there is room.
     *
     * @param share of the budget; the socket closes it
     */
    record Opened(Admitted admitted, ByteBudget.Share share) {}
}
