package dev.parley.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** The event streams that are being written; all of them end at once when the server closes. */
final class OpenStreams {
    private final Set<Semaphore> news = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A stream wakes up when a permit is released here. */
    Semaphore open() {
        Semaphore stream = new Semaphore(0);
        news.add(stream);
        return stream;
    }

    void left(Semaphore stream) {
        news.remove(stream);
    }

    boolean goOn() {
        return !closed;
    }

    void close() {
        closed = true;
        news.forEach(Semaphore::release);
    }
}
