package dev.parley.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The people at the other end: one thread that gives every session a frame every 20 ms, each at a time of its own within
 * them, as a selector would find them. What it costs is measured apart from what it is a load for.
 */
final class FrameLoad implements AutoCloseable {
    private static final long SELECT_NANOS = 1_000_000L;
    private static final int GROUPS = 20;

    private final Delays delays = new Delays();
    private final List<FrameSession> sessions = new ArrayList<>();
    private final List<List<FrameSession>> groups = new ArrayList<>();
    private final Thread network;
    private volatile boolean over;

    FrameLoad() {
        for (int i = 0; i < GROUPS; i++) {
            groups.add(new CopyOnWriteArrayList<>());
        }
        this.network = Thread.ofPlatform().name("bench-network").start(this::deliver);
    }

    Delays delays() {
        return delays;
    }

    int sessions() {
        return sessions.size();
    }

    /** Adds this many sessions; a session that is refused ends it early. */
    boolean add(int count, IntFunction<@Nullable FrameSession> connect) {
        List<List<FrameSession>> joining = new ArrayList<>();
        for (int i = 0; i < GROUPS; i++) {
            joining.add(new ArrayList<>());
        }
        boolean all = true;
        for (int i = 0; i < count && all; i++) {
            FrameSession session = connect.apply(sessions.size());
            all = session != null;
            if (session != null) {
                joining.get(sessions.size() % GROUPS).add(session);
                sessions.add(session);
            }
        }
        for (int i = 0; i < GROUPS; i++) {
            groups.get(i).addAll(joining.get(i));
        }
        return all;
    }

    /** Lets those who came last hang up. */
    void remove(int count) {
        List<FrameSession> leaving =
                List.copyOf(sessions.subList(Math.max(0, sessions.size() - count), sessions.size()));
        groups.forEach(group -> group.removeAll(leaving));
        sessions.removeAll(leaving);
        leaving.forEach(FrameSession::hangUp);
    }

    /** What a time of the load showed. */
    record Measured(
            int sessions, double p99Ms, double runtimeNanosPerFrame, double networkNanosPerFrame, long frames) {}

    Measured measure(int millis) {
        delays.take();
        long cpu = processCpu();
        long network = networkCpu();
        rest(millis);
        Histogram seen = delays.take();
        double networkCpu = networkCpu() - network;
        double runtimeCpu = processCpu() - cpu - networkCpu;
        long frames = Math.max(1, seen.getTotalCount());
        return new Measured(
                sessions.size(),
                seen.getValueAtPercentile(99) / 1_000.0,
                runtimeCpu / frames,
                networkCpu / frames,
                seen.getTotalCount());
    }

    static void rest(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            network.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sessions.forEach(FrameSession::hangUp);
    }

    private void deliver() {
        long round = System.nanoTime();
        while (!over) {
            for (int i = 0; i < GROUPS; i++) {
                long due = round + i * SELECT_NANOS;
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                long now = System.nanoTime();
                groups.get(i).forEach(session -> session.receive(now));
            }
            round += GROUPS * SELECT_NANOS;
        }
    }

    private static long processCpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private long networkCpu() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(network.threadId());
    }
}
