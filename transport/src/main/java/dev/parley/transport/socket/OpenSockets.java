package dev.parley.transport.socket;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sockets that are open. Any thread may ask. */
public final class OpenSockets {
    private final Set<ClientSocket> open = ConcurrentHashMap.newKeySet();

    void add(ClientSocket socket) {
        open.add(socket);
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
        return open.stream().mapToLong(ClientSocket::queuedBytes).sum();
    }

    /** Says goodbye to all of them, and waits until they have gone, but not for long. */
    public void closeAll(CloseCode code, String reason, long withinMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        open.forEach(socket -> socket.close(code, reason));
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
