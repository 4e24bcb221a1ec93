package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A disk that asks a test before it changes anything. The test may wait there, or throw what the change should fail with. */
final class HookedDisk implements Disk {
    /** What is about to happen to a file or a folder. */
    enum Change {
        WRITE,
        SYNC,
        TRUNCATE,
        RENAME,
        DELETE,
        SYNC_FOLDER
    }

    /** Is asked before every change. */
    interface Hook {
        void before(Change change, String name) throws IOException;
    }

    private final Disk disk;
    private final AtomicLong asked = new AtomicLong();
    private volatile Hook hook = (change, name) -> {};

    HookedDisk(Disk disk) {
        this.disk = disk;
    }

    /** How much anybody ever wanted to read at once, summed up. */
    long bytesAsked() {
        return asked.get();
    }

    void hook(Hook next) {
        hook = next;
    }

    /** From now on every such change of a file with this ending fails. */
    void fail(Change change, String ending) {
        hook((next, name) -> {
            if (next == change && name.endsWith(ending)) {
                throw new IOException("Input/output error");
            }
        });
    }

    @Override
    public DiskFile open(String name) throws IOException {
        return new Hooked(disk.open(name), name);
    }

    @Override
    public DiskFile openForReading(String name) throws IOException {
        return new Hooked(disk.openForReading(name), name);
    }

    @Override
    public boolean exists(String name) {
        return disk.exists(name);
    }

    @Override
    public List<String> list(String folder) throws IOException {
        return disk.list(folder);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        hook.before(Change.RENAME, to);
        disk.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        hook.before(Change.DELETE, name);
        disk.delete(name);
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        hook.before(Change.SYNC_FOLDER, folder);
        disk.syncFolder(folder);
    }

    @Override
    public DiskLock lock(String name) throws IOException {
        return disk.lock(name);
    }

    @Override
    public String printed() {
        return disk.printed();
    }

    private final class Hooked implements DiskFile {
        private final DiskFile file;
        private final String name;

        Hooked(DiskFile file, String name) {
            this.file = file;
            this.name = name;
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            asked.addAndGet(into.remaining());
            return file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            hook.before(Change.WRITE, name);
            file.write(from, position);
        }

        @Override
        public void force() throws IOException {
            hook.before(Change.SYNC, name);
            file.force();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            hook.before(Change.TRUNCATE, name);
            file.truncate(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
