package dev.parley.transport.tls;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets few TLS handshakes compute at a time. A client that sends the same first message again and again pays nothing for it, while
 * each costs the server a signature and a key agreement: without a bound a single stranger takes all processors. Addresses are
 * served in turn, one handshake each, so that a crowd of one address holds no other address up.
 */
final class HandshakeTurns {
    /** A turn takes about a millisecond. One that takes so long is not counted any more: its thread may never come back. */
    private static final long LONGEST_MS = 1_000;

    /**
     * Whoever was woken by another connection runs on its carrier thread before all that wait elsewhere; whoever has parked comes
     * behind those.
     */
    private static final long SHORTEST_NANOS = 1;

    /** So many of an address wait at most; the client of one more may come again. They may be of clients that have left. */
    private static final int WAITING_MAX = 1_000;

    private final Bounds bounds;
    /** Turns that wait, by address; the address that is served next comes first. Guarded by this, as all of it. */
    private final LinkedHashMap<String, Queue<Turn>> waiting = new LinkedHashMap<>();

    private final Map<Turn, Long> running = new LinkedHashMap<>();

    /**
     * How many there may be.
     *
     * @param most how many compute at a time
     * @param waiting how many of an address wait
     * @param longestMs how long a turn counts
     */
    record Bounds(int most, int waiting, long longestMs) {}

    /** Leaves half of the processors to those whose handshakes are over, and to those who need none. */
    HandshakeTurns() {
        this(new Bounds(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), WAITING_MAX, LONGEST_MS));
    }

    HandshakeTurns(Bounds bounds) {
        this.bounds = bounds;
    }

    /** The turns of one connection; for the thread that reads it, but for {@link #close}. */
    final class Turn implements AutoCloseable {
        private final String address;
        private final Semaphore granted = new Semaphore(0);
        private volatile boolean isOver;
        /** Guarded by the turns of all. */
        private boolean isWaiting;

        private Turn(String address) {
            this.address = address;
        }

        /**
         * Waits until this connection may compute. One that is closed waits for nothing.
         *
         * @throws IOException if too many of its address wait already
         */
        void begin() throws IOException, InterruptedException {
            if (isOver || !enter(this)) {
                return;
            }
            try {
                while (!granted.tryAcquire(bounds.longestMs, TimeUnit.MILLISECONDS)) {
                    forgetLate();
                }
                LockSupport.parkNanos(this, SHORTEST_NANOS);
            } catch (InterruptedException e) {
                end();
                throw e;
            }
        }

        /** The connection computes no more for now. */
        void end() {
            leave(this);
        }

        /** Its handshake is over, or the connection: it never waits again. */
        @Override
        public void close() {
            isOver = true;
            leave(this);
            granted.release();
        }
    }

    Turn of(String address) {
        return new Turn(address);
    }

    /** Whether this one has to wait. */
    private synchronized boolean enter(Turn turn) throws IOException {
        turn.granted.drainPermits();
        if (turn.isOver) {
            return false;
        }
        Queue<Turn> own = waiting.computeIfAbsent(turn.address, _ -> new ArrayDeque<>());
        if (own.size() >= bounds.waiting) {
            throw new IOException("too many TLS handshakes of this address wait");
        }
        own.add(turn);
        turn.isWaiting = true;
        grant();
        return !turn.granted.tryAcquire();
    }

    private synchronized void leave(Turn turn) {
        Queue<Turn> own = turn.isWaiting ? waiting.get(turn.address) : null;
        turn.isWaiting = false;
        if (own != null && own.remove(turn) && own.isEmpty()) {
            waiting.remove(turn.address);
        }
        if (running.remove(turn) != null) {
            grant();
        }
    }

    private void grant() {
        while (running.size() < bounds.most && !waiting.isEmpty()) {
            Map.Entry<String, Queue<Turn>> first = waiting.pollFirstEntry();
            Turn next = first.getValue().remove();
            if (!first.getValue().isEmpty()) {
                waiting.putLast(first.getKey(), first.getValue());
            }
            next.isWaiting = false;
            running.put(next, System.nanoTime());
            next.granted.release();
        }
    }

    private synchronized void forgetLate() {
        long now = System.nanoTime();
        long longestNanos = TimeUnit.MILLISECONDS.toNanos(bounds.longestMs);
        running.values().removeIf(sinceNanos -> now - sinceNanos > longestNanos);
        grant();
    }
}
