package dev.parley.sim.host;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** A real disk that makes whoever writes wait while it stalls. */
final class StallingDisk implements Disk {
    private final RealDisk disk;
    private boolean stalls;

    StallingDisk(Path directory) {
        this.disk = new RealDisk(directory);
    }

    synchronized void stall() {
        stalls = true;
    }

    synchronized void goOn() {
        stalls = false;
        notifyAll();
    }

    private synchronized void awaitWell() throws IOException {
        while (stalls) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }

    private final class Slow implements DiskFile {
        private final DiskFile file;

        Slow(DiskFile file) {
            this.file = file;
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            return file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            awaitWell();
            file.write(from, position);
        }

        @Override
        public void force() throws IOException {
            awaitWell();
            file.force();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Override
    public DiskFile open(String name) throws IOException {
        return new Slow(disk.open(name));
    }

    @Override
    public DiskFile openForReading(String name) throws IOException {
        return disk.openForReading(name);
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
        disk.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
    }

    @Override
    public void syncFolder(String folder) throws IOException {
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
}
