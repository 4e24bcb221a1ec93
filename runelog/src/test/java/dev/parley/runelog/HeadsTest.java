package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    private static List<Finding> verify(MemoryDisk disk, HeadList heads) throws IOException {
        disk.list("heads").forEach(name -> disk.delete("heads/" + name));
        return LogVerification.verify(disk, Progress.SILENT, heads).findings();
    }

    @Test
    void aLogThatGrewStillMatchesAnEarlierHead() throws IOException {
        HeadList heads = headsOf(log(3, 3, 0));
        assertEquals(List.of(), verify(log(5, 4, 0), heads));
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
