package dev.parley.transport.budget;

import java.util.concurrent.locks.LockSupport;

/**
 * Makes a virtual thread that works for a client give up its carrier thread now and then. A virtual thread is not preempted, and one
 * whose client always has more to be read never blocks: on a machine with two cores two such clients would keep every other
 * virtual thread from running. For one thread.
 */
public final class TimeSlice {
    private static final long NANOS = 100_000;

    /** A read that takes so long has blocked, and others have run meanwhile. */
    private static final long BLOCKED_NANOS = 20_000;

    /** The shortest time for which a thread parks. */
    private static final long SHORTEST_NANOS = 1;

    private long since = System.nanoTime();

    /** The thread has blocked: its slice begins now. */
    public void restart() {
        since = System.nanoTime();
    }

    /** The thread has read from its client, which may have blocked. */
    public void hasReadSince(long nanos) {
        long now = System.nanoTime();
        if (now - nanos > BLOCKED_NANOS) {
            since = now;
        }
    }

    /**
     * Lets other threads run if this one has worked long enough. Called between two pieces of work. The thread parks, because one that
     * yields enters the queue of its carrier, and the carrier takes threads that wait elsewhere only once its own queue is empty.
     */
    public void yieldIfOver() {
        if (System.nanoTime() - since > NANOS) {
            LockSupport.parkNanos(this, SHORTEST_NANOS);
            restart();
        }
    }
}
