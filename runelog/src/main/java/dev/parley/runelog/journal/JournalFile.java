package dev.parley.runelog.journal;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of the journal. Its header stands twice, so that one bad sector does not take the salt with it:
 *
 * <pre>
 *  0  8    "PARLEYJL"
 *  8  u32  format version: 2; files of version 1 have no end mark and do not say where a group begins
 * 12  u32  generation: 0, and one more with every compaction of this file
 * 16  u64  file number
 * 24  u64  salt
 * 32  u32  CRC32C over bytes 0 to 31
 * 36  28   0
 * 64       the same again; frames begin at 128
 * </pre>
 */
public final class JournalFile implements AutoCloseable {
    public static final String FOLDER = "journal";
    public static final int VERSION = 2;
    public static final int FRAMES_AT = 128;

    private static final long MAGIC = 0x5041524C45594A4CL;
    private static final int COPY_BYTES = 64;
    private static final int CHECKED_BYTES = 32;
    private static final int LARGE_GROUP_BYTES = 256 << 10;
    private static final int MARKED_SINCE = 2;
    private static final int SLICE_BYTES = 1 << 20;

    private final int version;
    private final long number;
    private final int generation;
    private final long salt;
    private final DiskFile file;
    private long allocated;
    private long step;
    private boolean isHeaderDamaged;

    private JournalFile(int version, long number, int generation, long salt, DiskFile file, long allocated) {
        this.version = version;
        this.number = number;
        this.generation = generation;
        this.salt = salt;
        this.file = file;
        this.allocated = allocated;
    }

    public static String nameOf(long number) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%016d", number) + ".journal";
    }

    static JournalFile create(Disk disk, String name, long number, int generation, long salt) throws IOException {
        DiskFile file = disk.open(name);
        file.truncate(0);
        JournalFile fresh = new JournalFile(VERSION, number, generation, salt, file, FRAMES_AT);
        ByteBuffer empty = ByteBuffer.allocate(FRAMES_AT + FrameFormat.END_BYTES)
                .put(fresh.header())
                .put(fresh.endMark(FRAMES_AT));
        file.write(empty.flip(), 0);
        return fresh;
    }

    /** Begins the file after everything that was recovered. */
    public static JournalFile begin(Disk disk, Recovery.Recovered recovered, long salt) throws IOException {
        long number = recovered.end() == 0 ? recovered.lastFile() : recovered.lastFile() + 1;
        JournalFile fresh = create(disk, nameOf(number), number, 0, salt);
        fresh.force();
        disk.syncFolder(FOLDER);
        return fresh;
    }

    /** Writes the index of this finished file beside it. */
    public void writeIndex(Disk disk, long end, Conversations conversations) throws IOException {
        IndexFile.write(disk, this, end, conversations, conversations.takeEntered(number));
    }

    private byte[] header() {
        byte[] header = new byte[FRAMES_AT];
        CRC32C crc = new CRC32C();
        for (int at = 0; at < FRAMES_AT; at += COPY_BYTES) {
            FrameFormat.longAt(header, at, MAGIC);
            FrameFormat.intAt(header, at + 8, version);
            FrameFormat.intAt(header, at + 12, generation);
            FrameFormat.longAt(header, at + 16, number);
            FrameFormat.longAt(header, at + 24, salt);
            crc.reset();
            crc.update(header, at, CHECKED_BYTES);
            FrameFormat.intAt(header, at + CHECKED_BYTES, (int) crc.getValue());
        }
        return header;
    }

    /** Opens a journal file, or answers null where neither copy of its header can be read. */
    public static @Nullable JournalFile open(Disk disk, long number, boolean forWriting) throws IOException {
        String name = nameOf(number);
        DiskFile file = forWriting ? disk.open(name) : disk.openForReading(name);
        byte[] header = file.read(0, FRAMES_AT);
        for (int at = 0; at + COPY_BYTES <= header.length; at += COPY_BYTES) {
            if (isSound(header, at)) {
                int version = FrameFormat.intAt(header, at + 8);
                refuseNewer(name, version);
                JournalFile opened = new JournalFile(
                        version,
                        number,
                        FrameFormat.intAt(header, at + 12),
                        FrameFormat.longAt(header, at + 24),
                        file,
                        file.size());
                opened.isHeaderDamaged = !Arrays.equals(header, opened.header());
                return opened;
            }
        }
        file.close();
        return null;
    }

    private static boolean isSound(byte[] header, int at) {
        CRC32C crc = new CRC32C();
        crc.update(header, at, CHECKED_BYTES);
        return FrameFormat.longAt(header, at) == MAGIC
                && FrameFormat.intAt(header, at + CHECKED_BYTES) == (int) crc.getValue();
    }

    /** Whether a byte of the header is not what it should be, though one copy of it can be read. */
    boolean isHeaderDamaged() {
        return isHeaderDamaged;
    }

    private static void refuseNewer(String name, int version) {
        if (version > VERSION) {
            throw new LogFault("Journal file " + name + " has format version " + version
                    + "; this program reads versions up to " + VERSION + ".");
        }
    }

    public long number() {
        return number;
    }

    int generation() {
        return generation;
    }

    public long salt() {
        return salt;
    }

    public DiskFile file() {
        return file;
    }

    /** Whether an end mark stands behind the last frame, and each group's first frame says that it is. */
    boolean isMarked() {
        return version >= MARKED_SINCE;
    }

    /** The end mark that stands at this place where the frames end there. */
    byte[] endMark(long offset) {
        byte[] mark = new byte[FrameFormat.END_BYTES];
        FrameFormat.end(mark, 0, salt, offset, new CRC32C(), new byte[FrameFormat.SCRATCH_BYTES]);
        return mark;
    }

    /** Whether the end mark stands at this place, or this file needs none. */
    boolean hasEndMark(long offset) throws IOException {
        return !isMarked() || Arrays.equals(endMark(offset), file.read(offset, FrameFormat.END_BYTES));
    }

    /** How long this file is when it is finished and its frames end at this place. */
    long lengthWith(long framesEnd) {
        return isMarked() ? framesEnd + FrameFormat.END_BYTES : framesEnd;
    }

    /** Where the frames of a finished file of this length end. */
    public long framesEnd(long length) {
        return isMarked() ? length - FrameFormat.END_BYTES : length;
    }

    /** All bytes from a place on, or none where the file ends before it. */
    byte[] readFrom(long offset) throws IOException {
        long length = Math.max(0, file.size() - offset);
        if (length > Integer.MAX_VALUE - Long.BYTES) {
            throw new LogFault("Journal file " + nameOf(number) + " has " + file.size()
                    + " bytes, which is more than this program ever writes or can read.");
        }
        return file.read(offset, (int) length);
    }

    /** Writes what is there up to a place once more, so that the next sync covers it. */
    void writeAnew(long upTo) throws IOException {
        for (long at = 0; at < upTo; at += SLICE_BYTES) {
            byte[] slice = file.read(at, (int) Math.min(SLICE_BYTES, upTo - at));
            file.write(ByteBuffer.wrap(slice), at);
        }
    }

    /**
     * Writes a group in its place. A small group that would grow the file lets it grow by much more at once: a sync that
     * need not change the file's length costs about half.
     */
    void write(byte[] bytes, int length, long offset, long growBytesMax) throws IOException {
        long end = offset + length;
        if (end > allocated && length < LARGE_GROUP_BYTES && growBytesMax > 0) {
            step = Math.min(growBytesMax, Math.max(step * 2, LARGE_GROUP_BYTES / 4));
            byte[] zeros = new byte[(int) Math.min(step, 1 << 20)];
            long target = end + step;
            for (long at = end; at < target; at += zeros.length) {
                file.write(ByteBuffer.wrap(zeros, 0, (int) Math.min(zeros.length, target - at)), at);
            }
            allocated = target;
        }
        file.write(ByteBuffer.wrap(bytes, 0, length), offset);
        allocated = Math.max(allocated, end);
    }

    void force() throws IOException {
        file.force();
    }

    /** Cuts off what was kept for growing. */
    void trim(long end) throws IOException {
        if (file.size() != end) {
            file.truncate(end);
            allocated = end;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
