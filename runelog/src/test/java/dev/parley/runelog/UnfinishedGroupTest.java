package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The power goes while a group is written, and any of its sectors may be missing. The group was never acknowledged. */
class UnfinishedGroupTest {
    private static final int SECTOR = 512;
    private static final String FIRST = "journal/0000000000000001.journal";
    private static final String SECOND = "journal/0000000000000002.journal";

    /** What the disk holds before a group is written and after. */
    private static final class Write {
        private final byte[] before;
        private final byte[] after;

        Write(byte[] before, byte[] after) {
            this.before = before;
            this.after = after;
        }

        int firstSector() {
            return Arrays.mismatch(before, after) / SECTOR;
        }

        int sectors() {
            return (after.length + SECTOR - 1) / SECTOR - firstSector();
        }

        /** The file when only these sectors of the write arrived. */
        byte[] torn(int arrived) {
            byte[] bytes = Arrays.copyOf(before, after.length);
            for (int i = 0; i < sectors(); i++) {
                int from = (firstSector() + i) * SECTOR;
                if ((arrived & 1 << i) != 0) {
                    System.arraycopy(after, from, bytes, from, Math.min(SECTOR, after.length - from));
                }
            }
            return bytes;
        }
    }

    private static RuneDraft padded(String conversation, int bytes) {
        return RuneDraft.of(conversation, "test.padded", Json.Obj.EMPTY.with("text", "x".repeat(bytes)));
    }

    private static Write write(int padding, RunelogSettings settings) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Runelog log = Runelog.open(disk, settings);
        log.append(padded("a", padding), WriteClass.IRREVERSIBLE);
        log.commit();
        byte[] before = disk.readAll(FIRST);
        for (String name : List.of("a", "b", "c", "b", "a")) {
            log.append(padded(name, 200), WriteClass.IRREVERSIBLE);
        }
        log.commit();
        return new Write(before, disk.readAll(FIRST));
    }

    @Test
    void whicheverSectorsOfTheLastGroupArriveNobodyIsHalted() throws IOException {
        for (RunelogSettings settings : List.of(Logs.manual(), Logs.manual().withGrowBytesMax(1 << 16))) {
            for (int padding = 0; padding < SECTOR; padding++) {
                Write write = write(padding, settings);
                for (int arrived = 0; arrived < 1 << Math.min(write.sectors(), 3); arrived++) {
                    MemoryDisk disk = new MemoryDisk();
                    disk.replace(FIRST, write.torn(arrived));
                    goesOn(disk, "padding " + padding + ", sectors " + Integer.toBinaryString(arrived));
                }
            }
        }
    }

    private static void goesOn(MemoryDisk disk, String what) throws IOException {
        Runelog log = Runelog.open(disk, Logs.inline());
        assertTrue(log.findings().stream().allMatch(Finding::isHarmless), what + ": " + log.findings());
        assertTrue(log.head("a").eventId() >= 1, what + ": what was acknowledged is there");
        Receipt next = log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE);
        assertTrue(next.isDurable(), what);
    }

    @Test
    void theReportNamesEveryConversationThatTheCutGroupTakesRunesFrom() throws IOException {
        Write write = write(0, Logs.manual());
        byte[] torn = write.torn(-1);
        int lost = (write.firstSector() + 1) * SECTOR;
        Arrays.fill(torn, lost, lost + SECTOR, (byte) 0);
        MemoryDisk disk = new MemoryDisk();
        disk.replace(FIRST, torn);
        Set<String> named = new TreeSet<>();
        RuneArchive.open(disk, (what, done, total) -> {})
                .findings()
                .forEach(finding -> named.add(finding.conversation()));
        assertTrue(named.containsAll(Set.of("a", "b")), "frames after the hole are named too: " + named);
        assertTrue(named.contains(""), "bytes whose owner is not known are reported as such: " + named);
    }

    @Test
    void aFileThatEndsInTheMiddleOfAGroupIsNotWrittenToAgain() throws IOException {
        Write write = write(0, Logs.manual());
        MemoryDisk disk = new MemoryDisk();
        disk.replace(FIRST, Arrays.copyOf(write.after, write.after.length - 100));
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(2, log.head("b").eventId(), "whole frames of the unfinished group are kept");
            log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE);
        }
        assertTrue(disk.exists(SECOND), "the next group begins a file of its own");
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(List.of(), log.findings());
            assertEquals(3, log.head("a").eventId());
        }
    }
}
