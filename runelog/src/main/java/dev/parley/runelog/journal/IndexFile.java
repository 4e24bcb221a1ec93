package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The segments of one finished journal file, written beside it once. Opening reads these and scans only the last file.
 * It is a hint: every frame that is read through it is checked for itself, and a missing or wrong one is made again.
 */
final class IndexFile {
    private static final long MAGIC = 0x5041524C45594958L;

    private IndexFile() {}

    /** A segment with the conversation it belongs to. */
    record Entry(String conversation, Segment segment) {}

    /**
     * What an index says.
     *
     * @param end how long the journal file was when it was finished
     */
    record Read(long end, List<Entry> entries) {}

    static String nameOf(long number) {
        return JournalFile.nameOf(number).replace(".journal", ".index");
    }

    static void write(Disk disk, JournalFile file, long end, Conversations conversations) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(MAGIC);
        out.writeLong(file.number());
        out.writeInt(file.generation());
        out.writeLong(file.salt());
        out.writeLong(end);
        for (String name : conversations.names()) {
            for (Segment segment : conversations.of(name).segmentsIn(file.number())) {
                write(name, segment, out);
            }
        }
        out.writeInt(-1);
        CRC32C crc = new CRC32C();
        crc.update(bytes.toByteArray());
        out.writeInt((int) crc.getValue());
        disk.replace(nameOf(file.number()), bytes.toByteArray());
    }

    private static void write(String name, Segment segment, DataOutputStream out) throws IOException {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
        out.writeLong(segment.first());
        out.writeInt(segment.count());
        out.writeLong(segment.firstOffset());
        out.write(segment.before().bytes());
        out.write(segment.last().bytes());
        byte[] deltas = segment.deltas();
        out.writeInt(deltas.length);
        out.write(deltas);
    }

    /** Reads the index of a file, or answers null where there is none that can be used. */
    static @Nullable Read read(Disk disk, JournalFile file) throws IOException {
        if (!disk.exists(nameOf(file.number()))) {
            return null;
        }
        byte[] bytes = disk.readAll(nameOf(file.number()));
        int checked = bytes.length - Integer.BYTES;
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, Math.max(checked, 0));
        if (checked < 0 || FrameFormat.intAt(bytes, checked) != (int) crc.getValue()) {
            return null;
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        boolean isOfThisFile = in.readLong() == MAGIC
                && in.readLong() == file.number()
                && in.readInt() == file.generation()
                && in.readLong() == file.salt();
        return isOfThisFile ? new Read(in.readLong(), entries(in, file.number())) : null;
    }

    private static List<Entry> entries(DataInputStream in, long file) throws IOException {
        List<Entry> entries = new ArrayList<>();
        int nameLength = in.readInt();
        while (nameLength >= 0) {
            String name = new String(in.readNBytes(nameLength), StandardCharsets.UTF_8);
            long first = in.readLong();
            int count = in.readInt();
            long firstOffset = in.readLong();
            Hash before = Hash.of(in.readNBytes(Hash.BYTES));
            Hash last = Hash.of(in.readNBytes(Hash.BYTES));
            byte[] deltas = in.readNBytes(in.readInt());
            entries.add(new Entry(name, new Segment(file, first, firstOffset, before, last, count, deltas)));
            nameLength = in.readInt();
        }
        return entries;
    }
}
