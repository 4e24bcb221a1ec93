package dev.parley.transport.realtime;

import dev.parley.transport.budget.TimeSlice;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes what happens in a conversation to its client, on a thread of its own and in order, so that the conversation neither
 * waits for a lock nor encodes sound. Bounded: whoever leaves more here than is taken away loses the client.
 */
final class Relay {
    private static final System.Logger LOG = System.getLogger(Relay.class.getName());
    private static final int WAITING_MAX = 10_000;

    private final Object lock;
    private final Runnable tooMuch;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean over;
    private volatile @Nullable Thread thread;

    /**
     * @param lock held while something is taken away
     * @param tooMuch gives the client up
     */
    Relay(Object lock, Runnable tooMuch) {
        this.lock = lock;
        this.tooMuch = tooMuch;
    }

    void start() {
        thread = Thread.ofVirtual().name("parley-realtime").start(this::run);
    }

    void post(Runnable errand) {
        if (count.incrementAndGet() > WAITING_MAX) {
            tooMuch.run();
            return;
        }
        waiting.add(errand);
        LockSupport.unpark(thread);
    }

    /** Does this last. */
    void end(Runnable last) {
        post(() -> {
            last.run();
            over = true;
        });
    }

    private void run() {
        TimeSlice slice = new TimeSlice();
        while (!over) {
            slice.yieldIfOver();
            Runnable errand = waiting.poll();
            if (errand == null) {
                LockSupport.park(this);
                slice.restart();
            } else {
                count.decrementAndGet();
                run(errand);
            }
        }
    }

    /** One errand that fails costs the client its socket, and leaves no client without its events. */
    private void run(Runnable errand) {
        try {
            synchronized (lock) {
                errand.run();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "what happened could not be sent to a client", e);
            tooMuch.run();
        }
    }
}
