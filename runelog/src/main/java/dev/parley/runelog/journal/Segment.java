package dev.parley.runelog.journal;

import dev.parley.kernel.rune.ByteSink;
import dev.parley.kernel.rune.Hash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous range of one conversation's event ids whose frames stand in one journal file. Offsets are kept as
 * differences, about three bytes per rune, so that the places of millions of runes fit in memory.
 */
final class Segment {
    static final int RUNES_MAX = 4096;

    private final long file;
    private final long first;
    private final long firstOffset;
    private final Hash before;
    private Hash last;
    private int count;
    private long lastOffset;
    private byte[] deltas;
    private int used;
    private int markIndex;
    private int markAt;
    private long markOffset;

    Segment(long file, long first, long firstOffset, Hash before, Hash last) {
        this.file = file;
        this.first = first;
        this.firstOffset = firstOffset;
        this.before = before;
        this.last = last;
        this.count = 1;
        this.lastOffset = firstOffset;
        this.deltas = new byte[16];
    }

    Segment(long file, long first, long firstOffset, Hash before, Hash last, int count, byte[] deltas) {
        this(file, first, firstOffset, before, last);
        this.count = count;
        this.deltas = deltas;
        this.used = deltas.length;
        long[] all = offsets(first, count);
        this.lastOffset = all[count - 1];
    }

    /** Writes this segment, with the hash before it where a reader could not know that. */
    void write(DataOutput out, boolean withBefore) throws IOException {
        out.writeLong(first);
        out.writeInt(count);
        out.writeLong(firstOffset);
        if (withBefore) {
            out.write(before.bytes());
        }
        out.write(last.bytes());
        out.writeInt(used);
        out.write(deltas, 0, used);
    }

    static Segment read(DataInput in, long file, @Nullable Hash knownBefore) throws IOException {
        long first = in.readLong();
        int count = in.readInt();
        long firstOffset = in.readLong();
        Hash before = knownBefore == null ? hash(in) : knownBefore;
        Hash last = hash(in);
        byte[] deltas = new byte[in.readInt()];
        in.readFully(deltas);
        return new Segment(file, first, firstOffset, before, last, count, deltas);
    }

    private static Hash hash(DataInput in) throws IOException {
        return new Hash(in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    boolean takes(long eventId, long inFile) {
        return inFile == file && eventId == first + count && count < RUNES_MAX;
    }

    void add(long offset, Hash hash) {
        if (used + 10 > deltas.length) {
            deltas = Arrays.copyOf(deltas, Math.max(16, deltas.length * 2));
        }
        used = ByteSink.varint(deltas, used, offset - lastOffset);
        lastOffset = offset;
        last = hash;
        count++;
    }

    /** The offsets of up to this many runes, from an event id of this segment on. The caller holds the monitor. */
    long[] offsets(long fromEventId, int most) {
        int skip = (int) (fromEventId - first);
        int size = Math.min(most, count - skip);
        if (skip < markIndex || markIndex == 0) {
            markIndex = 0;
            markAt = 0;
            markOffset = firstOffset;
        }
        while (markIndex < skip) {
            step();
        }
        long[] offsets = new long[size];
        offsets[0] = markOffset;
        for (int i = 1; i < size; i++) {
            step();
            offsets[i] = markOffset;
        }
        return offsets;
    }

    /** Moves the mark, from which the next reading usually goes on, by one rune. */
    private void step() {
        int shift = 0;
        int next;
        do {
            next = deltas[markAt++];
            markOffset += (long) (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        markIndex++;
    }

    /** Gives back the room kept for growing. */
    void trim() {
        deltas = Arrays.copyOf(deltas, used);
    }

    long file() {
        return file;
    }

    long first() {
        return first;
    }

    long lastId() {
        return first + count - 1;
    }

    int count() {
        return count;
    }

    long firstOffset() {
        return firstOffset;
    }

    long lastOffset() {
        return lastOffset;
    }

    /** The hash before the first rune. */
    Hash before() {
        return before;
    }

    /** The hash of the last rune. */
    Hash last() {
        return last;
    }

    byte[] deltas() {
        return Arrays.copyOf(deltas, used);
    }
}
