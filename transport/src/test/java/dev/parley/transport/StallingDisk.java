package dev.parley.transport;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.disk.MemoryDisk;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;

/** A disk that makes whoever writes wait while it stalls. */
final class StallingDisk {
    private static final Set<String> HELD = Set.of("write", "force");

    private final MemoryDisk memory = new MemoryDisk();
    private boolean stalls;

    Disk disk() {
        return stalling(Disk.class, memory);
    }

    synchronized void stall() {
        stalls = true;
    }

    synchronized void goOn() {
        stalls = false;
        notifyAll();
    }

    private synchronized void awaitWell() throws InterruptedException {
        while (stalls) {
            wait();
        }
    }

    private <T> T stalling(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (HELD.contains(method.getName())) {
                        awaitWell();
                    }
                    try {
                        Object result = method.invoke(real, arguments);
                        return result instanceof DiskFile file ? stalling(DiskFile.class, file) : result;
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                }));
    }
}
