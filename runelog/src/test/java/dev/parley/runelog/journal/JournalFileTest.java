package dev.parley.runelog.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.LogCatalogue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One file of the journal by itself: what is written where, and what of it is let go of. */
class JournalFileTest {
    private static final String NAME = JournalFile.nameOf(1);
    private static final int EMPTY = JournalFile.FRAMES_AT + FrameFormat.END_BYTES;
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private final MemoryDisk disk = new MemoryDisk();

    private JournalFile created() throws IOException {
        return JournalFile.create(disk, NAME, 1, 3, 7);
    }

    @Test
    void isReadAsItWasMade() throws IOException {
        created().close();
        try (JournalFile file = JournalFile.open(disk, 1, false)) {
            assertNotNull(file);
            assertEquals(List.of(1L, 3L, 7L), List.of(file.number(), (long) file.generation(), file.salt()));
            assertFalse(file.isHeaderDamaged());
        }
    }

    @Test
    void nothingIsLeftOfAnOlderFileInItsPlace() throws IOException {
        disk.open(NAME).write(ByteBuffer.wrap(new byte[EMPTY + 1]), 0);
        try (JournalFile file = created()) {
            assertEquals(EMPTY, file.file().size());
        }
    }

    /** A file that nothing was found in gets no second one beside it; one that holds something is followed by the next. */
    @Test
    void beginsInTheFirstFreePlace() throws IOException {
        Conversations none = new Conversations(LogCatalogue.full());
        for (long end : List.of(0L, 128L)) {
            try (JournalFile file = JournalFile.begin(
                    disk, new Recovery.Recovered(none, List.of(), 5, 0, true, end, new FrameOrder()), 7)) {
                assertEquals(end == 0 ? 5 : 6, file.number());
            }
        }
    }

    /** A row is a write: where, how many bytes, and how long the file is afterwards. */
    private void grows(long growBytesMax, long[]... rows) throws IOException {
        try (JournalFile file = created()) {
            for (long[] row : rows) {
                file.write(new byte[(int) row[1]], (int) row[1], row[0], growBytesMax);
                assertEquals(row[2], file.file().size(), "after " + row[1] + " bytes at " + row[0]);
            }
        }
    }

    @Test
    void aSmallGroupLetsItsFileGrowByTwiceAsMuchEachTime() throws IOException {
        long first = 228 + 64 * KIB;
        long second = first + 1 + 128 * KIB;
        grows(
                4 * MIB,
                new long[] {128, 100, first},
                new long[] {228, 100, first},
                new long[] {first - 50, 50, first},
                new long[] {first - 50, 51, second},
                new long[] {second, 1, second + 1 + 256 * KIB});
    }

    @Test
    void noMoreThanItsBoundAndInSlices() throws IOException {
        long bound = 2 * MIB + 400_000;
        long[][] rows = new long[8][];
        long size = 0;
        long step = 32 * KIB;
        for (int i = 0; i < rows.length; i++) {
            long at = i == 0 ? 128 : size;
            step = Math.min(bound, step * 2);
            size = at + 10 + step;
            rows[i] = new long[] {at, 10, size};
        }
        assertEquals(bound, step, "the bound is met");
        grows(bound, rows);
    }

    @Test
    void aLargeGroupAndOneThatMayNotGrowTakeWhatTheyNeed() throws IOException {
        grows(4 * MIB, new long[] {128, 256 * KIB, 128 + 256 * KIB});
        grows(0, new long[] {128, 100, 228}, new long[] {228, 10, 238});
    }

    @Test
    void whatIsKeptForGrowingIsEmpty() throws IOException {
        disk.open(NAME).write(ByteBuffer.wrap(new byte[] {1}), 300);
        try (JournalFile file = created()) {
            file.write(new byte[] {5}, 1, 128, 4 * MIB);
            for (byte each : file.readFrom(129)) {
                assertEquals(0, each);
            }
        }
    }

    /** What is written anew is all of it, once, and nothing else. */
    @Test
    void isWrittenAnewInSlices() throws IOException {
        NotedDisk noted = new NotedDisk(disk);
        try (JournalFile file = JournalFile.create(noted.disk(), NAME, 1, 0, 7)) {
            file.write(new byte[3 * MIB], 3 * MIB, 128, 0);
            noted.done();
            file.writeAnew(2 * MIB + 5);
            assertEquals(
                    List.of("write 0+" + MIB, "write " + MIB + "+" + MIB, "write " + 2 * MIB + "+5"), noted.done());
            file.writeAnew(MIB);
            assertEquals(List.of("write 0+" + MIB), noted.done());
        }
        assertEquals(List.of("close"), noted.done());
    }

    @Test
    void isOpenedForWritingOnlyByWhoWrites() throws IOException {
        created().close();
        NotedDisk noted = new NotedDisk(disk);
        JournalFile.open(noted.disk(), 1, true);
        assertEquals(List.of("open"), noted.done());
        JournalFile.open(noted.disk(), 1, false);
        assertEquals(List.of("openForReading"), noted.done());
        disk.open(NAME).write(ByteBuffer.wrap(new byte[128]), 0);
        assertNull(JournalFile.open(noted.disk(), 1, false), "neither copy of the header can be read");
        assertEquals(List.of("openForReading", "close"), noted.done());
    }
}
