package dev.parley.transport.socket;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The sockets that are open. Any thread may ask. */
public final class OpenSockets {
    private final Set<ClientSocket> open = ConcurrentHashMap.newKeySet();

    void add(ClientSocket socket) {
        open.add(socket);
    }

    void remove(ClientSocket socket) {
        open.remove(socket);
    }

    public int count() {
        return open.size();
    }

    /** Says goodbye to all of them. */
    public void closeAll(CloseCode code, String reason) {
        open.forEach(socket -> socket.close(code, reason));
    }
}
