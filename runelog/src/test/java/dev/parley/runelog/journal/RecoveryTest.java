package dev.parley.runelog.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What recovery makes of a file that was never finished, and which findings leave a file without an index. */
class RecoveryTest {
    private static final String SECOND = JournalFile.nameOf(2);

    private static void write(Disk disk, String name, int bytes) throws IOException {
        try (DiskFile file = disk.open(name)) {
            file.write(ByteBuffer.wrap(new byte[bytes]), 0);
            file.force();
        }
        disk.syncFolder(JournalFile.FOLDER);
    }

    private static Recovery.Recovered recover(Disk disk) throws IOException {
        return new Recovery(disk, LogCatalogue.full(), Progress.SILENT).read(true);
    }

    @Test
    void aLastFileThatHoldsNothingIsDeletedForGood() throws IOException {
        for (int bytes : new int[] {1, 128, 136}) {
            SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(bytes), DiskFaults.NONE);
            write(disk, SECOND, bytes);
            Recovery.Recovered recovered = recover(disk);
            assertEquals(
                    List.of(Finding.Kind.TORN_TAIL),
                    recovered.findings().stream().map(Finding::kind).toList());
            assertEquals(0, recovered.end());
            assertNull(Recovery.continueWriting(disk, recovered, true));
            assertFalse(disk.exists(SECOND));
            disk.failAs(new DiskFaults(0, 1000, 0, 0, 0, 0, 0));
            disk.crash();
            assertFalse(disk.exists(SECOND), "a power cut does not bring it back");
        }
    }

    @Test
    void oneThatIsLongerOrNotTheLastIsDamage() throws IOException {
        MemoryDisk longer = new MemoryDisk();
        write(longer, SECOND, 137);
        assertThrows(LogFault.class, () -> recover(longer));
        MemoryDisk earlier = new MemoryDisk();
        write(earlier, SECOND, 128);
        write(earlier, JournalFile.nameOf(3), 128);
        assertThrows(LogFault.class, () -> recover(earlier));
    }

    @Test
    void nothingIsContinuedWhereNothingIs() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        assertNull(Recovery.continueWriting(disk, recover(disk), true));
        assertEquals(List.of(), disk.list(JournalFile.FOLDER));
    }

    @Test
    void aFileThatWasClosedWellIsContinuedAsItIs() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        try (JournalFile file = JournalFile.create(disk, SECOND, 2, 0, 7)) {
            file.file().write(ByteBuffer.wrap(file.endMark(JournalFile.FRAMES_AT)), JournalFile.FRAMES_AT);
        }
        byte[] before = disk.readAll(SECOND);
        try (JournalFile again = Recovery.continueWriting(disk, recover(disk), true)) {
            assertNotNull(again);
            assertEquals(2, again.number());
        }
        assertEquals(ByteBuffer.wrap(before), ByteBuffer.wrap(disk.readAll(SECOND)));
    }

    @Test
    void onlyWhatCannotBeReadInsideAFileKeepsItFromHavingAnIndex() {
        Set<Finding.Kind> damage =
                EnumSet.of(Finding.Kind.DAMAGED_REGION, Finding.Kind.QUARANTINED, Finding.Kind.CUT_FILE);
        for (Finding.Kind kind : Finding.Kind.values()) {
            List<Finding> findings = List.of(new Finding(kind, "a", 1, 2, 0, "said"));
            assertEquals(damage.contains(kind), Recovery.isDamaged(findings, 2), kind.name());
            assertFalse(Recovery.isDamaged(findings, 3), "another file");
        }
        assertFalse(Recovery.isDamaged(List.of(), 2));
        assertTrue(Recovery.isDamaged(
                List.of(
                        new Finding(Finding.Kind.TORN_TAIL, "a", 1, 2, 0, ""),
                        new Finding(Finding.Kind.CUT_FILE, "a", 1, 2, 0, "")),
                2));
    }

    /** What was written and perhaps never synced is written again, synced, cut to its length and synced again, its name too (ruling E1). */
    @Test
    void whatWasNotClosedWellIsWrittenAgainBeforeItIsTrusted() throws IOException {
        MemoryDisk memory = new MemoryDisk();
        JournalFile.create(memory, SECOND, 2, 0, 7).close();
        Recovery.Recovered recovered = recover(memory);
        NotedDisk noted = new NotedDisk(memory);
        assertNotNull(Recovery.continueWriting(noted.disk(), recovered, true));
        assertEquals(List.of("open"), noted.done(), "what was closed well is left as it is");
        assertNotNull(Recovery.continueWriting(noted.disk(), recovered, false));
        assertEquals(List.of("open", "write 0+128", "write 128+8", "force", "force", "syncFolder"), noted.done());
        memory.open(SECOND).write(ByteBuffer.wrap(new byte[100]), 136);
        assertNotNull(Recovery.continueWriting(noted.disk(), recovered, true));
        assertEquals(
                List.of("open", "write 0+128", "write 128+8", "force", "truncate", "force", "syncFolder"),
                noted.done(),
                "what is longer than its frames was not");
        memory.open(SECOND).write(ByteBuffer.wrap(new byte[8]), 128);
        assertNotNull(Recovery.continueWriting(noted.disk(), recovered, true));
        assertEquals(
                List.of("open", "write 0+128", "write 128+8", "force", "force", "syncFolder"),
                noted.done(),
                "nor what has no end mark");
    }

    /** Each table is kept twice. A damaged copy is reported, and written anew before the other one is damaged too. */
    @Test
    void aDamagedCopyOfATableIsReportedAndMended() throws IOException {
        for (String name : List.of(BaseTable.NAME, GapTable.NAME)) {
            MemoryDisk disk = new MemoryDisk();
            BaseTable bases = new BaseTable();
            bases.put("a", new BaseTable.Base(4, Hash.ZERO));
            bases.save(disk);
            GapTable gaps = new GapTable();
            gaps.put("a", new GapTable.Gap(6, 7, Hash.ZERO));
            gaps.save(disk);
            byte[] sound = disk.readAll(name);
            disk.open(name).write(ByteBuffer.wrap(new byte[] {'X'}), 20);
            Finding.Kind damaged = Finding.Kind.DAMAGED_COPY;
            List<Finding> found = recover(disk).findings().stream()
                    .filter(finding -> finding.kind() == damaged)
                    .toList();
            assertEquals(1, found.size(), name);
            assertTrue(
                    found.getFirst().message().contains(name), found.getFirst().message());
            Recovery.repairTables(disk);
            assertEquals(ByteBuffer.wrap(sound), ByteBuffer.wrap(disk.readAll(name)), name);
            assertTrue(recover(disk).findings().stream().noneMatch(finding -> finding.kind() == damaged), name);
        }
    }

    @Test
    void tellsHowFarItIs() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        JournalFile.create(disk, JournalFile.nameOf(1), 1, 0, 7).close();
        JournalFile.create(disk, SECOND, 2, 0, 7).close();
        List<String> told = new ArrayList<>();
        new Recovery(disk, LogCatalogue.full(), (what, done, total) -> told.add(what + " " + done + "/" + total))
                .read(true);
        assertEquals(List.of("journal files 0/2", "journal files 1/2", "journal files 2/2"), told);
    }
}
