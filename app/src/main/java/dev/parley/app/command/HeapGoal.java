package dev.parley.app.command;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import javax.management.NotificationEmitter;

/**
 * Keeps the heap of a server near what it needs. Its collector leaves garbage lie for as long as it may have more memory, so that a
 * server of fifty megabytes would grow to its limit; and a fixed goal would let it collect without end once a thousand conversations
 * need more. After every collection the goal is twice what was left, and some room.
 */
final class HeapGoal {
    private static final String OPTION = "SoftMaxHeapSize";
    private static final long ROOM_BYTES = 64L << 20;
    private static final long STEP_BYTES = 16L << 20;

    private final HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    private final long most = Runtime.getRuntime().maxMemory();
    private long goal = most;

    private HeapGoal() {}

    /** Looks after the heap from now on. A collector that knows no goal is left alone. */
    static void keep() {
        HeapGoal keeping = new HeapGoal();
        if (!keeping.machine.getVMOption("UseZGC").getValue().equals("true")) {
            return;
        }
        keeping.aim();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter
                    && collector.getName().endsWith("Cycles")) {
                emitter.addNotificationListener((_, _) -> keeping.aim(), null, null);
            }
        }
    }

    private synchronized void aim() {
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long wanted = Math.min(most, 2 * used + ROOM_BYTES);
        if (Math.abs(wanted - goal) >= STEP_BYTES) {
            goal = wanted;
            machine.setVMOption(OPTION, Long.toString(wanted));
        }
    }
}
