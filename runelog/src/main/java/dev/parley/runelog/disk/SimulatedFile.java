package dev.parley.runelog.disk;

import dev.parley.kernel.port.RandomSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file of a simulated disk: what the process sees, and what would survive. */
final class SimulatedFile implements DiskFile {
    private static final int SECTOR = 512;

    /** A change that is not yet sure to survive: bytes at a place, or a cut where there are none. */
    private static final class Change {
        private final long offset;
        private final byte[] bytes;
        private final boolean isCut;

        Change(long offset, byte[] bytes, boolean isCut) {
            this.offset = offset;
            this.bytes = bytes;
            this.isCut = isCut;
        }
    }

    private final SimulatedDisk disk;
    private final List<Change> unsynced = new ArrayList<>();
    private byte[] seen = new byte[0];
    private byte[] survives = new byte[0];

    SimulatedFile(SimulatedDisk disk) {
        this.disk = disk;
    }

    @Override
    public int read(ByteBuffer into, long position) {
        int length = Math.clamp(seen.length - position, 0, into.remaining());
        into.put(seen, (int) Math.min(position, seen.length), length);
        return length;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        disk.spendPower();
        if (disk.happens(disk.faults().ioError())) {
            throw new IOException("Input/output error");
        }
        boolean isFull = disk.happens(disk.faults().noSpace());
        byte[] written = isFull ? Arrays.copyOf(bytes, disk.random().nextInt(bytes.length + 1)) : bytes;
        seen = changed(seen, position, written);
        unsynced.add(new Change(arrivesAt(position), written, false));
        if (isFull) {
            throw new IOException("No space left on device");
        }
    }

    private long arrivesAt(long position) {
        if (!disk.happens(disk.faults().misdirect())) {
            return position;
        }
        disk.noteMisdirection();
        long sectors = seen.length / SECTOR + 1L;
        return disk.random().nextInt((int) sectors) * (long) SECTOR;
    }

    @Override
    public void force() throws IOException {
        disk.spendPower();
        if (disk.takeBadSync() || disk.happens(disk.faults().ioError())) {
            unsynced.clear();
            throw new IOException("Input/output error");
        }
        for (Change change : unsynced) {
            survives = applied(survives, change);
        }
        unsynced.clear();
    }

    @Override
    public long size() {
        return seen.length;
    }

    @Override
    public void truncate(long size) throws IOException {
        disk.spendPower();
        if (size < seen.length) {
            seen = Arrays.copyOf(seen, (int) size);
            unsynced.add(new Change(size, new byte[0], true));
        }
    }

    @Override
    public void close() {}

    /** What is left of the unsynced changes arrives, each by its own luck; then the process sees what survived. */
    void crash() {
        for (Change change : unsynced) {
            survives = arrived(survives, change);
        }
        unsynced.clear();
        if (survives.length > 0 && disk.happens(disk.faults().flip())) {
            int at = disk.random().nextInt(survives.length);
            survives[at] ^= (byte) (1 << disk.random().nextInt(8));
        }
        seen = survives.clone();
    }

    private byte[] arrived(byte[] content, Change change) {
        DiskFaults faults = disk.faults();
        RandomSource random = disk.random();
        if (disk.happens(faults.lose())) {
            return content;
        }
        if (change.isCut) {
            return applied(content, change);
        }
        if (disk.happens(faults.tear())) {
            byte[] beginning = Arrays.copyOf(change.bytes, random.nextInt(change.bytes.length + 1));
            return changed(content, change.offset, beginning);
        }
        if (disk.happens(faults.reorder())) {
            return scattered(content, change);
        }
        return applied(content, change);
    }

    private byte[] scattered(byte[] content, Change change) {
        byte[] result = content;
        int end;
        for (int at = 0; at < change.bytes.length; at = end) {
            end = (int) Math.min(at + SECTOR - (change.offset + at) % SECTOR, change.bytes.length);
            if (disk.random().nextInt(2) == 0) {
                result = changed(result, change.offset + at, Arrays.copyOfRange(change.bytes, at, end));
            }
        }
        return result;
    }

    private static byte[] applied(byte[] content, Change change) {
        return change.isCut
                ? Arrays.copyOf(content, (int) Math.min(change.offset, content.length))
                : changed(content, change.offset, change.bytes);
    }

    private static byte[] changed(byte[] content, long offset, byte[] bytes) {
        int end = (int) offset + bytes.length;
        byte[] result = end > content.length ? Arrays.copyOf(content, end) : content.clone();
        System.arraycopy(bytes, 0, result, (int) offset, bytes.length);
        return result;
    }
}
