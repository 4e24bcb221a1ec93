package dev.parley.runelog.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** A disk that lives as long as its object. It never fails and never forgets. */
public final class MemoryDisk implements Disk {
    private final Map<String, Content> files = new ConcurrentSkipListMap<>();
    private final AtomicBoolean locked = new AtomicBoolean();

    @Override
    public DiskFile open(String name) {
        return files.computeIfAbsent(name, ignored -> new Content());
    }

    @Override
    public DiskFile openForReading(String name) throws IOException {
        Content content = files.get(name);
        if (content == null) {
            throw new NoSuchFileException(name);
        }
        return content;
    }

    @Override
    public boolean exists(String name) {
        return files.containsKey(name);
    }

    @Override
    public List<String> list(String folder) {
        return files.keySet().stream()
                .filter(name -> Disk.folderOf(name).equals(folder))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .toList();
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Content content = files.remove(from);
        if (content == null) {
            throw new NoSuchFileException(from);
        }
        files.put(to, content);
    }

    @Override
    public void delete(String name) {
        files.remove(name);
    }

    @Override
    public void syncFolder(String folder) {}

    @Override
    public DiskLock lock(String name) throws IOException {
        if (!locked.compareAndSet(false, true)) {
            throw new LockedException("Another writer of this process has the log in " + printed() + " open.");
        }
        return () -> locked.set(false);
    }

    @Override
    public String printed() {
        return "memory";
    }

    private static final class Content implements DiskFile {
        private byte[] bytes = new byte[4096];
        private int size;

        @Override
        public synchronized int read(ByteBuffer into, long position) {
            int length = Math.clamp(size - position, 0, into.remaining());
            into.put(bytes, (int) Math.min(position, size), length);
            return length;
        }

        @Override
        public synchronized void write(ByteBuffer from, long position) {
            int end = Math.toIntExact(position + from.remaining());
            grow(end);
            from.get(bytes, (int) position, from.remaining());
            size = Math.max(size, end);
        }

        private void grow(int end) {
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
            }
        }

        @Override
        public void force() {}

        @Override
        public synchronized long size() {
            return size;
        }

        @Override
        public synchronized void truncate(long length) {
            if (length < size) {
                Arrays.fill(bytes, (int) length, size, (byte) 0);
                size = (int) length;
            }
        }

        @Override
        public void close() {}
    }
}
