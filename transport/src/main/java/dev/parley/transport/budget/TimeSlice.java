package dev.parley.transport.budget;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a virtual thread that works for a client give up its carrier thread now and then. A virtual thread is not preempted, and one
 * whose client always has more to be read never blocks: on a machine with two cores two such clients would keep every other
 * virtual thread from running. For one thread.
 *
 * <p>The more threads of one owner work without a pause, the longer each of them parks, so that all of them together work for no
 * longer than one of them could.
 */
public final class TimeSlice {
    private static final long NANOS = 100_000;

    /** A read that takes so long has blocked, and others have run meanwhile. */
    private static final long BLOCKED_NANOS = 20_000;

    /** The shortest time for which a thread parks. */
    private static final long SHORTEST_NANOS = 1;

    private static final long LONGEST_NANOS = 1_000_000_000;

    /** How many threads of the same owner work without a pause. */
    private final AtomicInteger busy;

    private boolean isBusy;
    private long since = System.nanoTime();

    /** For a thread that works for nobody's account. */
    public TimeSlice() {
        this(new AtomicInteger());
    }

    TimeSlice(AtomicInteger busy) {
        this.busy = busy;
    }

    /** The thread has blocked: its slice begins now. */
    public void restart() {
        since = System.nanoTime();
        end();
    }

    /** The thread works for this client no longer, or has paused. */
    public void end() {
        if (isBusy) {
            isBusy = false;
            busy.decrementAndGet();
        }
    }

    /** The thread has read from its client, which may have blocked. */
    public void hasReadSince(long nanos) {
        long now = System.nanoTime();
        if (now - nanos > BLOCKED_NANOS) {
            since = now;
            end();
        }
    }

    /**
     * Lets other threads run if this one has worked long enough. Called between two pieces of work. The thread parks, because one that
     * yields enters the queue of its carrier, and the carrier takes threads that wait elsewhere only once its own queue is empty.
     */
    public void yieldIfOver() {
        if (System.nanoTime() - since > NANOS) {
            int others = (isBusy ? busy.get() : busy.incrementAndGet()) - 1;
            isBusy = true;
            LockSupport.parkNanos(this, Math.clamp(NANOS * others, SHORTEST_NANOS, LONGEST_NANOS));
            since = System.nanoTime();
        }
    }
}
