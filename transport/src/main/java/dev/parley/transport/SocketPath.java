package dev.parley.transport;

import dev.parley.transport.socket.SocketDesk.Admitted;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;

/** A path at which there are sockets. */
@FunctionalInterface
interface SocketPath {
    /**
     * Who is behind the socket for this request. Nothing happens before the socket is open.
     *
     * @throws Problem for a request that gets none
     */
    Admitted admit(HttpPrologue prologue, Headers headers);
}
