package dev.parley.bench.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * All clients of one server, on one thread. Every millisecond it reads what has come and lets a twentieth of the clients send
 * their frame, so that the load is even and the clients cost little beside the server.
 */
final class CallLoop implements AutoCloseable {
    private static final long STEP_NANOS = 1_000_000L;
    private static final int SHARED_BYTES = 1 << 20;

    private final Selector selector;
    private final List<SocketCall> calls = new ArrayList<>();
    private final ByteBuffer shared = ByteBuffer.allocateDirect(SHARED_BYTES);
    private final Thread thread;
    private Tally tally = new Tally();
    private boolean paused;
    private volatile boolean over;

    CallLoop(String name) throws IOException {
        selector = Selector.open();
        thread = Thread.ofPlatform().name(name).start(this::run);
    }

    synchronized void add(SocketCall call) throws IOException {
        call.channel().configureBlocking(false);
        call.channel().register(selector, SelectionKey.OP_READ, call);
        calls.add(call);
    }

    synchronized int size() {
        return (int) calls.stream().filter(call -> !call.isOver()).count();
    }

    /** Those who came last leave. */
    synchronized void shrink(int left) {
        while (calls.size() > left) {
            calls.removeLast().close();
        }
    }

    /** Everybody falls silent, each at the end of a turn; or goes on. */
    synchronized void pause(boolean silent) {
        paused = silent;
    }

    synchronized boolean isQuiet() {
        return paused && calls.stream().allMatch(SocketCall::isSilent);
    }

    /** What the clients said or stopped and nothing came of. */
    synchronized List<String> lost() {
        return calls.stream()
                .map(SocketCall::lost)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** What was seen since the last call. */
    synchronized Tally take() {
        Tally seen = tally;
        calls.forEach(call -> call.countWaiting(seen));
        tally = new Tally();
        return seen;
    }

    long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
    }

    private void run() {
        long due = System.nanoTime();
        for (int group = 0; !over; group = (group + 1) % SocketCall.GROUPS) {
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            step(group);
            due += STEP_NANOS;
        }
    }

    private synchronized void step(int group) {
        try {
            selector.selectNow(key -> ((SocketCall) key.attachment()).read(shared, tally));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = group; i < calls.size(); i += SocketCall.GROUPS) {
            SocketCall call = calls.get(i);
            if (!call.isOver()) {
                call.tick(paused, tally);
            }
        }
    }

    @Override
    public void close() throws IOException {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        shrink(0);
        selector.close();
    }
}
