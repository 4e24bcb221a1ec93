package dev.parley.runelog.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder of the machine's file system. What is recorded is for the user who runs the process: files are made 0600 and
 * folders 0700. A file that is a symbolic link is not opened, so that a prepared folder leads to no other file.
 */
public final class RealDisk implements Disk {
    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final FileAttribute<?>[] OWNERS_FILE = permissions("rw-------");
    private static final FileAttribute<?>[] OWNERS_FOLDER = permissions("rwx------");

    private final Path root;

    public RealDisk(Path root) {
        this.root = root;
    }

    @Override
    public DiskFile open(String name) throws IOException {
        Path path = root.resolve(name);
        Path folder = path.getParent();
        if (folder != null) {
            Files.createDirectories(folder, OWNERS_FOLDER);
        }
        return new Opened(forWriting(path));
    }

    private static FileAttribute<?>[] permissions(String mode) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    private static FileChannel forWriting(Path path) throws IOException {
        return FileChannel.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                OWNERS_FILE);
    }

    @Override
    public DiskFile openForReading(String name) throws IOException {
        Path path = root.resolve(name);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(path.toString(), null, "it is no regular file; remove it or restore a copy");
        }
        return new Opened(FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public void replacePrivately(String name, byte[] content) throws IOException {
        Path fresh = root.resolve(name + ".tmp");
        Files.deleteIfExists(fresh);
        open(name + ".tmp").close();
        replace(name, content);
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(root.resolve(name));
    }

    @Override
    public List<String> list(String folder) throws IOException {
        Path path = root.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(entry -> Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS))
                    .map(entry -> String.valueOf(entry.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(
                root.resolve(from),
                root.resolve(to),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(root.resolve(name));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        try (FileChannel channel = FileChannel.open(root.resolve(folder), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public DiskLock lock(String name) throws IOException {
        Files.createDirectories(root, OWNERS_FOLDER);
        return FileLocks.take(
                root.toRealPath().resolve(name),
                RealDisk::forWriting,
                pid -> new LockedException("Another writer (process " + pid + ") has the log in " + root + " open."));
    }

    @Override
    public String printed() {
        return root.toString();
    }

    private record Opened(FileChannel channel) implements DiskFile {
        /** The platform copies an array before it is written; a copy of this size is still in the cache when it is. */
        private static final int SLICE_BYTES = 256 << 10;

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            int total = 0;
            while (into.hasRemaining()) {
                int got = channel.read(into, position + total);
                if (got < 0) {
                    break;
                }
                total += got;
            }
            return total;
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            long at = position;
            int end = from.limit();
            while (from.position() < end) {
                from.limit(Math.min(end, from.position() + SLICE_BYTES));
                at += channel.write(from, at);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
