package dev.parley.runelog.journal;

import dev.parley.runelog.disk.Disk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The segments of one finished journal file, written beside it once. Opening reads these and scans only the last file.
 * It is a hint: every frame that is read through it is checked for itself, and a missing or wrong one is made again.
 */
final class IndexFile {
    private static final long MAGIC = 0x5041524C45594958L;

    /** A segment with the conversation it belongs to. */
    record Entry(String conversation, Segment segment) {}

    private final long end;
    private final long file;
    private final DataInputStream in;

    private IndexFile(long end, long file, DataInputStream in) {
        this.end = end;
        this.file = file;
        this.in = in;
    }

    static String nameOf(long number) {
        return JournalFile.nameOf(number).replace(".journal", ".index");
    }

    /** Writes the index of a file that these conversations have runes in. */
    static void write(Disk disk, JournalFile file, long end, Conversations conversations, Iterable<String> names)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(MAGIC);
        out.writeLong(file.number());
        out.writeInt(file.generation());
        out.writeLong(file.salt());
        out.writeLong(end);
        for (String name : names) {
            for (Segment segment : conversations.segmentsIn(name, file.number())) {
                byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
                out.writeInt(utf8.length);
                out.write(utf8);
                segment.write(out, true);
            }
        }
        out.writeInt(-1);
        CRC32C crc = new CRC32C();
        crc.update(bytes.toByteArray());
        out.writeInt((int) crc.getValue());
        disk.replace(nameOf(file.number()), bytes.toByteArray());
    }

    /** Reads the index of a file, or answers null where there is none that can be used. */
    static @Nullable IndexFile read(Disk disk, JournalFile file) throws IOException {
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
        return isOfThisFile ? new IndexFile(in.readLong(), file.number(), in) : null;
    }

    /** How long the journal file was when it was finished. */
    long end() {
        return end;
    }

    /** The next segment, or null after the last. */
    @Nullable
    Entry next() throws IOException {
        int nameLength = in.readInt();
        if (nameLength < 0) {
            return null;
        }
        String name = new String(in.readNBytes(nameLength), StandardCharsets.UTF_8);
        return new Entry(name, Segment.read(in, file, null));
    }
}
