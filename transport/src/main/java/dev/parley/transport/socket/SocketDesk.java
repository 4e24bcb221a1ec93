package dev.parley.transport.socket;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Judges requests for a socket. */
@FunctionalInterface
public interface SocketDesk {
    /** Who is behind the socket; null where there is none, and then the request is answered like any other. */
    @Nullable
    Admitted admit(HttpPrologue prologue, Headers headers);

    /**
     * @param subprotocol the one that was chosen, empty for none
     * @param leftMs how long what the client has shown still counts; {@link Long#MAX_VALUE} for ever
     */
    record Admitted(SocketSession session, String subprotocol, SocketLimits limits, LongSupplier leftMs) {}
}
