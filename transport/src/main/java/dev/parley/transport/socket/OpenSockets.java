package dev.parley.transport.socket;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sockets that are open. Any thread may ask. */
public final class OpenSockets {
    private final Map<ClientSocket, SocketConnection> open = new ConcurrentHashMap<>();

    void add(ClientSocket socket, SocketConnection connection) {
        open.put(socket, connection);
    }

    void remove(ClientSocket socket) {
        open.remove(socket);
        synchronized (this) {
            notifyAll();
        }
    }

    public int count() {
        return open.size();
    }

    /** What waits to be read by all of them. */
    public long queuedBytes() {
        return open.keySet().stream().mapToLong(ClientSocket::queuedBytes).sum();
    }

    /** Closes those whose client has begun a message so long ago and not finished it, and gives up those that take nothing. */
    public void closeLate(long nowNanos, int withinSeconds) {
        open.values().forEach(connection -> connection.closeIfLate(nowNanos, withinSeconds));
    }

    /** Sends every client this error, and closes its socket; waits until they have gone, but not for long. */
    public void refuseAll(CloseCode code, String error, String detail, long withinMs) {
        open.values().forEach(connection -> connection.refuse(code, error, detail));
        awaitNone(withinMs);
    }

    /** Says goodbye to all of them, and waits until they have gone, but not for long. */
    public void closeAll(CloseCode code, String reason, long withinMs) {
        open.keySet().forEach(socket -> socket.close(code, reason));
        awaitNone(withinMs);
    }

    private void awaitNone(long withinMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        try {
            synchronized (this) {
                for (long left = withinMs; !open.isEmpty() && left > 0; ) {
                    wait(left);
                    left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
