package dev.parley.runelog.journal;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Notes what is done to the files of a disk, in order: {@code "write 0+128"}, {@code "force"}, {@code "close"}. */
final class NotedDisk {
    private static final Set<String> NOTED =
            Set.of("force", "truncate", "close", "open", "openForReading", "syncFolder");

    private final Disk disk;
    private final List<String> done = new ArrayList<>();

    NotedDisk(Disk disk) {
        this.disk = disk;
    }

    Disk disk() {
        return noted(Disk.class, disk);
    }

    /** What was done since this was asked last. */
    List<String> done() {
        List<String> all = List.copyOf(done);
        done.clear();
        return all;
    }

    private <T> T noted(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            note(method, given);
            try {
                Object result = method.invoke(target, given);
                return result instanceof DiskFile file ? noted(DiskFile.class, file) : result;
            } catch (InvocationTargetException failed) {
                throw failed.getTargetException();
            }
        }));
    }

    private void note(Method method, Object[] given) {
        if (method.getName().equals("write") && given[0] instanceof ByteBuffer from) {
            done.add("write " + given[1] + "+" + from.remaining());
        } else if (NOTED.contains(method.getName())) {
            done.add(method.getName());
        }
    }
}
