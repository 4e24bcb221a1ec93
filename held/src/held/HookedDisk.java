package held;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A disk that tells what is about to be done with one of its files, such as {@code write} or {@code force}. */
public final class HookedDisk {
    private HookedDisk() {}

    public static Disk around(Disk disk, Consumer<String> hook) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (_, method, args) -> {
                    Object answer = passed(disk, method, args);
                    return answer instanceof DiskFile file ? around(file, hook) : answer;
                });
    }

    private static DiskFile around(DiskFile file, Consumer<String> hook) {
        return (DiskFile) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {DiskFile.class}, (_, method, args) -> {
                    hook.accept(method.getName());
                    return passed(file, method, args);
                });
    }

    private static Object passed(Object to, Method method, Object[] args) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(to, args);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
