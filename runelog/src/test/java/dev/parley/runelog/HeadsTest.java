package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a chain alone cannot find, and a signed head can. */
class HeadsTest {
    private static MemoryDisk log(int runesOfA, int runesOfB, long first) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            for (int i = 0; i < runesOfA; i++) {
                log.append(Logs.draft("a", first + i), WriteClass.SPEECH);
            }
            for (int i = 0; i < runesOfB; i++) {
                log.append(Logs.draft("b", i), WriteClass.SPEECH);
            }
        }
        return disk;
    }

    private static HeadList headsOf(MemoryDisk disk) throws IOException {
        return HeadList.parse(disk.readAll("heads/" + disk.list("heads").getLast()));
    }

    /** Where a log whose own lists and keys were taken away differs from a list that was kept; that is told beside it. */
    private static List<Finding> verify(MemoryDisk disk, HeadList heads) throws IOException {
        disk.list("heads").forEach(name -> disk.delete("heads/" + name));
        disk.delete("pinned");
        disk.delete("keys/heads.key");
        List<Finding> findings =
                LogVerification.verify(disk, Progress.SILENT, heads).findings();
        assertEquals(
                List.of(Finding.Kind.MISSING_LIST),
                findings.stream()
                        .map(Finding::kind)
                        .filter(kind -> kind != Finding.Kind.HEAD_MISMATCH)
                        .toList());
        return findings.stream()
                .filter(finding -> finding.kind() == Finding.Kind.HEAD_MISMATCH)
                .toList();
    }

    @Test
    void aLogThatGrewStillMatchesAnEarlierHead() throws IOException {
        MemoryDisk disk = log(3, 3, 0);
        HeadList heads = headsOf(disk);
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            log.append(Logs.draft("a", 4), WriteClass.SPEECH);
        }
        LogVerification verified = LogVerification.verify(disk, Progress.SILENT, heads);
        assertEquals(List.of(), verified.findings());
        assertEquals(
                List.of(Comparison.How.EXTENDED, Comparison.How.SAME),
                verified.comparisons().stream().map(Comparison::how).toList());
    }

    @Test
    void aCutTailIsFound() throws IOException {
        Finding finding = verify(log(3, 3, 0), headsOf(log(5, 3, 0))).getFirst();
        assertEquals(Finding.Kind.HEAD_MISMATCH, finding.kind());
        assertTrue(finding.message().contains("ends at event 3"));
    }

    @Test
    void aDroppedConversationIsFound() throws IOException {
        assertEquals("b", verify(log(3, 0, 0), headsOf(log(3, 3, 0))).getFirst().conversation());
    }

    @Test
    void aFullyRechainedLogIsFound() throws IOException {
        List<Finding> findings = verify(log(3, 3, 100), headsOf(log(3, 3, 0)));
        assertEquals("a", findings.getFirst().conversation());
        assertEquals(1, findings.size(), "the untouched conversation still matches");
    }

    @Test
    void anEditedListOfHeadsIsRefused() throws IOException {
        MemoryDisk disk = log(3, 3, 0);
        String text = new String(disk.readAll("heads/" + disk.list("heads").getLast()), StandardCharsets.UTF_8);
        byte[] edited = text.replace("head 3 ", "head 2 ").getBytes(StandardCharsets.UTF_8);
        assertThrows(IllegalArgumentException.class, () -> HeadList.parse(edited));
        byte[] noList = "something else".getBytes(StandardCharsets.UTF_8);
        assertThrows(IllegalArgumentException.class, () -> HeadList.parse(noList));
    }

    private static Finding.Kind only(MemoryDisk disk) throws IOException {
        LogVerification verified = LogVerification.verify(disk, Progress.SILENT, null);
        assertFalse(verified.isSound());
        return verified.findings().getFirst().kind();
    }

    @Test
    void aMissingKeyIsAFinding() throws IOException {
        MemoryDisk disk = log(3, 3, 0);
        disk.delete("keys/heads.key");
        assertEquals(Finding.Kind.SIGNING_KEY, only(disk));
    }

    @Test
    void aForeignKeyIsAFindingAlsoAfterItHasSigned() throws IOException {
        MemoryDisk disk = log(3, 3, 0);
        disk.replace("keys/heads.key", log(1, 1, 0).readAll("keys/heads.key"));
        assertEquals(Finding.Kind.SIGNING_KEY, only(disk));
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            log.append(Logs.draft("a", 4), WriteClass.SPEECH);
        }
        assertEquals(Finding.Kind.SIGNING_KEY, only(disk));
    }

    @Test
    void deletedHeadsAndKeysAreAFinding() throws IOException {
        MemoryDisk disk = log(3, 3, 0);
        disk.list("heads").forEach(name -> disk.delete("heads/" + name));
        disk.list("keys").forEach(name -> disk.delete("keys/" + name));
        assertEquals(Finding.Kind.SIGNING_KEY, only(disk));
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertTrue(log.findings().stream().anyMatch(finding -> finding.kind() == Finding.Kind.SIGNING_KEY));
        }
        assertEquals(Finding.Kind.SIGNING_KEY, only(disk), "a new key does not hide that the pinned one is gone");
    }

    /** A log that was closed this often, with one more rune of one of a hundred conversations each time. */
    private static MemoryDisk closed(int times) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        for (int i = 0; i < times; i++) {
            try (Runelog log = Runelog.open(disk, Logs.inline())) {
                for (int n = 0; n < 100 && i == 0; n++) {
                    log.append(Logs.draft("c" + n, n), WriteClass.SPEECH);
                }
                log.append(Logs.draft("c" + i, i), WriteClass.SPEECH);
            }
        }
        return disk;
    }

    @Test
    void aListCostsWhatChangedAndNotWhatExists() throws IOException {
        for (int times : List.of(1, 2, 3, 4, 7, 12, 32)) {
            int named = headsOf(closed(times)).heads().size();
            int expected = Integer.bitCount(times) == 1 ? 100 : Integer.lowestOneBit(times);
            assertEquals(expected, named, "after " + times + " lists");
        }
    }

    @Test
    void listsThatFollowEachOtherTellOfAllConversationsTogether() throws IOException {
        MemoryDisk disk = closed(39);
        assertTrue(disk.list("heads").size() <= 22, "old lists that are not needed are gone");
        String journal = "journal/" + disk.list("journal").getLast();
        byte[] bytes = disk.readAll(journal);
        MemoryDisk without = new MemoryDisk();
        try (Runelog log = Runelog.open(without, Logs.inline())) {
            for (int n = 0; n < 100; n++) {
                if (n != 77) {
                    log.append(Logs.draft("c" + n, n), WriteClass.SPEECH);
                }
            }
            for (int i = 0; i < 39; i++) {
                log.append(Logs.draft("c" + i, i), WriteClass.SPEECH);
            }
        }
        disk.replace(journal, without.readAll(journal));
        assertTrue(
                LogVerification.verify(disk, Progress.SILENT, null).findings().stream()
                        .anyMatch(finding ->
                                finding.conversation().equals("c77") && finding.kind() == Finding.Kind.HEAD_MISMATCH),
                "only the oldest list names c77");
        disk.replace(journal, bytes);
        assertEquals(
                List.of(), LogVerification.verify(disk, Progress.SILENT, null).findings());
    }

    @Test
    void aListThatOthersFollowAndThatIsGoneIsReportedUntilItIsAdoptedAndTheNextOneNamesAll() throws IOException {
        MemoryDisk disk = closed(35);
        disk.delete("heads/0000000000000032.heads");
        assertEquals(Finding.Kind.UNREADABLE_HEADS, only(disk));
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            log.append(Logs.draft("c99", 1), WriteClass.SPEECH);
        }
        assertEquals(
                100, Objects.requireNonNull(HeadFolder.read(disk, 36)).heads().size());
        assertEquals(Finding.Kind.UNREADABLE_HEADS, only(disk), "every list repeats it");
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            List<String> adopted = log.adopt("operator", "it was on a bad disk").stream()
                    .map(Adopted::what)
                    .distinct()
                    .toList();
            assertEquals(List.of("runes", "unreadable_heads"), adopted, "no other list told of some of them");
        }
        assertEquals(
                List.of(), LogVerification.verify(disk, Progress.SILENT, null).findings());
    }

    @Test
    void headsAreWrittenAtAnIntervalWhileTheLogIsOpen() throws IOException {
        AtomicLong now = new AtomicLong();
        TimeSource time = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return now.get();
            }

            @Override
            public long wallMillis() {
                return 5;
            }
        };
        MemoryDisk disk = new MemoryDisk();
        RunelogSettings settings =
                RunelogSettings.inline(time, Logs.inline().random()).withHeadsEveryNanos(100);
        try (Runelog log = Runelog.open(disk, settings)) {
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            assertEquals(0, disk.list("heads").size());
            now.set(100);
            log.append(Logs.draft("a", 2), WriteClass.SPEECH);
            assertEquals(1, disk.list("heads").size());
            assertEquals(2, headsOf(disk).heads().getFirst().eventId());
        }
    }
}
