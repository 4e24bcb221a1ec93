package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Head files that are kept elsewhere, and keys that replace each other. */
class KeptHeadsTest {
    private static final String KEY = "keys/heads.key";
    private static final String NEXT = "keys/next.key";

    private final MemoryDisk disk = new MemoryDisk();

    @BeforeEach
    void threeSessions() throws IOException {
        for (String name : List.of("a", "b", "c")) {
            try (Runelog log = Runelog.open(disk, Logs.inline())) {
                log.append(Logs.draft(name, 1), WriteClass.SPEECH);
            }
        }
    }

    private static List<Comparison.How> compared(MemoryDisk disk, HeadFile kept) throws IOException {
        return LogVerification.compare(disk, Progress.SILENT, kept).comparisons().stream()
                .map(Comparison::how)
                .toList();
    }

    private HeadFile newestListAlone() throws IOException {
        HeadList list =
                HeadList.parse(disk.readAll("heads/" + disk.list("heads").getLast()));
        assertEquals(
                List.of("c"),
                list.heads().stream().map(HeadList.Entry::conversation).toList());
        return HeadFile.of(list);
    }

    @Test
    void aHeadFileNamesAllConversations() throws IOException {
        HeadFile kept = HeadFile.parse(HeadFolder.exported(disk));
        disk.delete("heads/0000000000000002.heads");
        assertEquals(List.of(Comparison.How.SAME, Comparison.How.SAME, Comparison.How.SAME), compared(disk, kept));
    }

    @Test
    void aListThatNamesOnlyWhatChangedIsCompletedFromTheFolderOrCannotBeCompared() throws IOException {
        HeadFile kept = newestListAlone();
        assertEquals(
                3,
                compared(disk, kept).stream()
                        .filter(how -> how == Comparison.How.SAME)
                        .count());
        disk.delete("heads/0000000000000002.heads");
        LogVerification verified = LogVerification.compare(disk, Progress.SILENT, kept);
        assertEquals(
                2,
                verified.comparisons().stream()
                        .filter(comparison -> comparison.how() == Comparison.How.INCOMPARABLE)
                        .count());
        assertTrue(verified.findings().stream().anyMatch(finding -> finding.kind() == Finding.Kind.INCOMPARABLE));
    }

    private static boolean isSound(MemoryDisk disk) throws IOException {
        return LogVerification.verify(disk, Progress.SILENT).isSound();
    }

    private static void open(MemoryDisk disk) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(List.of(), log.findings());
        }
    }

    @Test
    void aRotationThatTheOldKeyDidNotSignYetIsForgotten() throws IOException {
        byte[] old = disk.readAll(KEY);
        disk.replace(NEXT, otherKey());
        assertTrue(isSound(disk));
        open(disk);
        assertFalse(disk.exists(NEXT));
        assertArrayEquals(old, disk.readAll(KEY));
    }

    private static byte[] otherKey() throws IOException {
        MemoryDisk other = new MemoryDisk();
        open(other);
        return other.readAll(KEY);
    }

    @Test
    void aRotationThatTheOldKeySignedIsFinishedAfterACrash() throws IOException {
        byte[] old = disk.readAll(KEY);
        List<String> before = disk.list("heads");
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            log.rotateKey("because");
        }
        byte[] fresh = disk.readAll(KEY);
        disk.list("heads").stream()
                .filter(name -> !before.contains(name))
                .forEach(name -> disk.delete("heads/" + name));
        disk.replace(NEXT, fresh);
        disk.replace(KEY, old);
        assertTrue(isSound(disk), LogVerification.verify(disk, Progress.SILENT).findings()::toString);
        open(disk);
        assertArrayEquals(fresh, disk.readAll(KEY));
        assertFalse(disk.exists(NEXT), "the old key is gone");
        assertTrue(isSound(disk));
    }
}
