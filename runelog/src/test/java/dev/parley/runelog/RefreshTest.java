package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader beside a writer in another process reads on from where it was. */
class RefreshTest {
    private static final String FIRST = "journal/0000000000000001.journal";
    private static final int END_BYTES = 8;

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void whatAnotherProcessWroteSinceIsReadAcrossFiles() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(300))) {
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            RuneArchive archive = RuneArchive.open(disk, Progress.SILENT);
            try (Tail tail = archive.tail("a", 0, Visibility.SECRET)) {
                assertEquals(1, requireNonNull(tail.poll()).eventId());
                assertNull(tail.poll());
                for (int i = 2; i <= 8; i++) {
                    log.append(Logs.draft("a", i), WriteClass.SPEECH);
                    log.append(Logs.draft("b", i), WriteClass.SPEECH);
                }
                assertNull(tail.poll(), "nothing is new before the reader looks");
                archive.refresh();
                for (int i = 2; i <= 8; i++) {
                    assertEquals(i, requireNonNull(tail.poll()).eventId());
                }
                assertEquals(List.of("a", "b"), archive.conversations());
                assertEquals(List.of(), archive.findings());
                archive.refresh();
                assertEquals(8, archive.head("a").eventId(), "reading on twice reads nothing twice");
                assertEquals(0, archive.head("a").haltedAt());
                assertEquals(List.of(), archive.findings());
            }
        }
    }

    @Test
    void aGroupThatIsJustBeingWrittenHaltsNobodyAndIsReadWhenItIsWhole() throws IOException {
        Runelog log = Runelog.open(disk, Logs.manual().withGrowBytesMax(1 << 16));
        log.append(Logs.draft("a", 1), WriteClass.SPEECH);
        log.commit();
        byte[] before = disk.readAll(FIRST);
        for (int i = 2; i <= 20; i++) {
            log.append(Logs.draft("a", i), WriteClass.SPEECH);
        }
        log.commit();
        byte[] after = disk.readAll(FIRST);
        MemoryDisk seen = new MemoryDisk();
        seen.replace(FIRST, before);
        RuneArchive archive = RuneArchive.open(seen, Progress.SILENT);
        byte[] half = after.clone();
        Arrays.fill(half, 512, 1024, (byte) 0);
        seen.replace(FIRST, half);
        archive.refresh();
        assertTrue(
                archive.findings().stream().allMatch(Finding::isHarmless),
                archive.findings().toString());
        assertEquals(0, archive.head("a").haltedAt());
        seen.replace(FIRST, after);
        archive.refresh();
        assertEquals(20, archive.head("a").eventId());
        assertEquals(List.of(), archive.findings());
    }

    /** In the file that is being written it would be an unfinished write, which passes; nothing finishes this one later. */
    @Test
    void whatIsDamagedAtTheEndOfAFileThatWasLeftMeanwhileHaltsItsConversation() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(250))) {
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            RuneArchive archive = RuneArchive.open(disk, Progress.SILENT);
            log.append(Logs.draft("a", 2), WriteClass.SPEECH);
            log.append(Logs.draft("b", 1), WriteClass.SPEECH);
            assertTrue(disk.exists("journal/0000000000000002.journal"), "b is in the next file");
            byte[] left = disk.readAll(FIRST);
            left[left.length - END_BYTES - 1] ^= 1;
            disk.replace(FIRST, left);
            archive.refresh();
            assertEquals(2, archive.head("a").haltedAt());
            assertFalse(archive.findings().stream().allMatch(Finding::isHarmless));
            assertEquals(1, archive.head("b").eventId(), "the next file is read on its own");
            assertEquals(0, archive.head("b").haltedAt());
        }
    }
}
