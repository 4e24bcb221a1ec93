package dev.parley.runelog.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lock files that this process holds. A lock of POSIX belongs to the process, and closing any other channel of the same file
 * gives it up. So a file that is held here is not opened a second time: the attempt would let other processes in.
 */
final class FileLocks {
    private static final int PID_BYTES = 32;

    /** The paths and the identities of the files that are held. Guarded by itself. */
    private static final Set<Object> HELD = new HashSet<>();

    private FileLocks() {}

    /** Opens the lock file. */
    interface Opening {
        FileChannel open(Path file) throws IOException;
    }

    /**
     * Takes the lock of this file.
     *
     * @param file with the real path of its folder
     * @param taken says who has it, for the id of that process
     */
    static Disk.DiskLock take(Path file, Opening opening, Function<String, LockedException> taken) throws IOException {
        synchronized (HELD) {
            Object before = identity(file);
            if (HELD.contains(file) || (before != null && HELD.contains(before))) {
                throw taken.apply(Long.toString(ProcessHandle.current().pid()));
            }
            FileChannel channel = opening.open(file);
            try {
                if (channel.tryLock() == null) {
                    throw taken.apply(owner(channel));
                }
                channel.truncate(0);
                channel.write(
                        ByteBuffer.wrap(
                                Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
                        0);
                Object identity = identity(file);
                if (identity == null) {
                    throw new IOException("the lock file " + file + " was removed while it was taken");
                }
                HELD.add(file);
                HELD.add(identity);
                return new Held(file, identity, channel);
            } catch (IOException | RuntimeException refused) {
                channel.close();
                throw refused;
            }
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer owner = ByteBuffer.allocate(PID_BYTES);
        channel.read(owner, 0);
        return StandardCharsets.US_ASCII.decode(owner.flip()).toString().strip();
    }

    /** What tells the file that is at this path from every other one; its path where the system cannot say, null for no file. */
    private static @Nullable Object identity(Path file) {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
            return key == null ? file : key;
        } catch (IOException missing) {
            return null;
        }
    }

    private record Held(Path file, Object taken, FileChannel channel) implements Disk.DiskLock {
        @Override
        public boolean isHeld() {
            return channel.isOpen() && taken.equals(identity(file));
        }

        @Override
        public void close() throws IOException {
            synchronized (HELD) {
                if (channel.isOpen()) {
                    HELD.remove(file);
                    HELD.remove(taken);
                    channel.close();
                }
            }
        }
    }
}
