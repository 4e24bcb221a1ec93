package dev.parley.app;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Processes that tests start. Those that are left when the tests end, however they end, are ended with them. */
public final class Children {
    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALIVE.forEach(Children::end), "parley-test-children"));
    }

    private Children() {}

    public static Process start(ProcessBuilder command) throws IOException {
        Process child = command.start();
        ALIVE.add(child);
        var _ = child.onExit().thenAccept(ALIVE::remove);
        return child;
    }

    /** Ends it and what it has started, as a power cut would. */
    public static void end(Process child) {
        child.descendants().forEach(ProcessHandle::destroyForcibly);
        child.destroyForcibly();
    }
}
