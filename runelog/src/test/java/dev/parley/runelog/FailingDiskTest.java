package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full or failing disk: a clear error, nothing acknowledged is lost, and the log opens again. */
class FailingDiskTest {
    private static final DiskFaults FULL = new DiskFaults(0, 0, 0, 0, 0, 1000, 0);
    private static final DiskFaults BROKEN = new DiskFaults(0, 0, 0, 0, 0, 0, 1000);

    private final SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(3), DiskFaults.NONE);

    @Test
    void aFullDiskInTheMiddleOfABatchIsAClearErrorAndLosesNothing() throws IOException {
        failsAndOpensAgain(FULL, "No space left on device");
    }

    @Test
    void anInputOutputErrorInTheMiddleOfABatchIsAClearErrorAndLosesNothing() throws IOException {
        failsAndOpensAgain(BROKEN, "Input/output error");
    }

    private void failsAndOpensAgain(DiskFaults faults, String reason) throws IOException {
        Runelog log = Runelog.open(disk, Logs.inline());
        log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE).awaitDurable();
        disk.failAs(faults);
        List<Receipt> batch = log.appendAll(List.of(Logs.draft("a", 2), Logs.draft("a", 3)), WriteClass.IRREVERSIBLE);
        for (Receipt receipt : batch) {
            assertTrue(
                    receipt.durable().toCompletableFuture().isCompletedExceptionally(), "whoever waits is told (E1)");
        }
        assertTrue(log.isHalted());
        LogFault refused = assertThrows(LogFault.class, () -> log.append(Logs.draft("b", 1), WriteClass.IRREVERSIBLE));
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
        disk.failAs(DiskFaults.NONE);
        log.close();
        try (Runelog again = Runelog.open(disk, Logs.inline())) {
            assertEquals(List.of(1L), Logs.ids(again.read("a", 0).toList()).subList(0, 1));
            assertTrue(again.head("a").eventId() != 2, "a batch is there whole or not at all (E6)");
            again.append(Logs.draft("a", 9), WriteClass.IRREVERSIBLE).awaitDurable();
        }
    }

    @Test
    void silenceIsNeverRefusedAndNeverWaitsWhenTheDiskIsGone() throws IOException {
        Runelog log = Runelog.open(disk, Logs.inline());
        disk.failAs(BROKEN);
        log.append(Logs.draft("a", 1), WriteClass.SPEECH);
        Receipt stop = log.append(Logs.draft("a", 2), WriteClass.SILENCE);
        assertEquals(2, stop.rune().eventId(), "stopping is never refused (X9)");
        assertTrue(stop.durable().toCompletableFuture().isCompletedExceptionally());
        disk.failAs(DiskFaults.NONE);
        log.close();
    }

    @Test
    void afterAFailedSyncTheFileIsReadAgainAndWrittenAnewNotTrusted() throws IOException {
        Runelog log = Runelog.open(disk, Logs.inline());
        log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE).awaitDurable();
        disk.failAs(new DiskFaults(0, 1000, 0, 0, 0, 0, 0));
        RunelogSettings manual = Logs.manual();
        log.close();
        try (Runelog again = Runelog.open(disk, manual)) {
            again.append(Logs.draft("a", 2), WriteClass.IRREVERSIBLE);
            disk.failAs(BROKEN);
            again.commit();
            assertTrue(again.isHalted());
            disk.failAs(DiskFaults.NONE);
        }
        Runelog third = Runelog.open(disk, Logs.inline());
        long head = third.head("a").eventId();
        disk.failAs(new DiskFaults(0, 1000, 0, 0, 0, 0, 0));
        disk.crash();
        disk.failAs(DiskFaults.NONE);
        try (Runelog last = Runelog.open(disk, Logs.inline())) {
            assertEquals(head, last.head("a").eventId(), "what recovery showed is on disk");
        }
    }

    @Test
    void whatIsShownAfterAFailedSyncAndNoCrashSurvivesTheNextCrash() throws IOException {
        Runelog log = Runelog.open(disk, Logs.manual());
        log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE);
        log.commit();
        Receipt second = log.append(Logs.draft("a", 2), WriteClass.IRREVERSIBLE);
        disk.failNextSync();
        log.commit();
        assertTrue(log.isHalted());
        assertFalse(second.isDurable());
        log.close();
        Runelog again = Runelog.open(disk, Logs.manual());
        long shown = again.head("a").eventId();
        assertEquals(2, shown, "the process still reads what the disk never got");
        disk.failAs(new DiskFaults(0, 1000, 0, 0, 0, 0, 0));
        disk.crash();
        disk.failAs(DiskFaults.NONE);
        try (Runelog last = Runelog.open(disk, Logs.inline())) {
            assertEquals(shown, last.head("a").eventId(), "reading it back proves nothing, writing it again does");
        }
    }

    @Test
    void whatWasReclaimedStaysReclaimedAfterAPowerCut() throws IOException {
        for (int seed = 0; seed < 16; seed++) {
            SimulatedDisk own = new SimulatedDisk(RandomSource.seeded(seed), DiskFaults.NONE);
            Runelog log = Runelog.open(own, Logs.inline().withFileBytesMax(300));
            Rune last = null;
            for (int i = 1; i <= 9; i++) {
                last = log.append(Logs.draft("a", i), WriteClass.IRREVERSIBLE).rune();
            }
            new Snapshots(own).write(new Snapshot("a", 9, requireNonNull(last).hash(), new byte[] {1}));
            log.compact("a", 9);
            assertTrue(log.reclaim() > 0);
            List<String> left = own.list("journal");
            assertEquals(
                    1, left.stream().filter(name -> name.endsWith(".journal")).count());
            own.failAs(DiskFaults.POWER_CUT);
            own.crash();
            own.failAs(DiskFaults.NONE);
            assertEquals(left, own.list("journal"), "seed " + seed);
            try (Runelog again = Runelog.open(own, Logs.inline())) {
                assertEquals(9, again.head("a").eventId());
                assertEquals(List.of(), again.findings());
            }
        }
    }

    /** A file that is finished has its length for good before the next one begins, and a log that is closed has it too. */
    @Test
    void aFinishedFileIsNoLongerAfterAPowerCut() throws IOException {
        SimulatedDisk own = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
        try (Runelog log = Runelog.open(own, Logs.inline().withFileBytesMax(300).withGrowBytesMax(4096))) {
            for (int i = 1; i <= 9; i++) {
                log.append(Logs.draft("a", i), WriteClass.IRREVERSIBLE);
            }
        }
        Map<String, Integer> before = lengths(own);
        assertTrue(before.size() > 2, "several files were finished");
        own.failAs(new DiskFaults(0, 1000, 0, 0, 0, 0, 0));
        own.crash();
        assertEquals(before, lengths(own), "nothing that was not synced arrives");
    }

    private static Map<String, Integer> lengths(SimulatedDisk disk) throws IOException {
        Map<String, Integer> all = new TreeMap<>();
        for (String name : disk.list("journal")) {
            if (name.endsWith(".journal")) {
                all.put(name, disk.readAll("journal/" + name).length);
            }
        }
        return all;
    }

    @Test
    void aSecondWriterOnTheSameFolderIsRefusedByName(@TempDir Path folder) throws IOException {
        try (Runelog log = Runelog.open(new RealDisk(folder), Logs.inline())) {
            IOException refused =
                    assertThrows(IOException.class, () -> Runelog.open(new RealDisk(folder), Logs.inline()));
            assertTrue(String.valueOf(refused.getMessage()).contains("Another writer (process "));
            assertTrue(String.valueOf(refused.getMessage()).contains(folder.toString()));
            assertFalse(log.isHalted());
        }
        Runelog.open(new RealDisk(folder), Logs.inline()).close();
    }

    @Test
    void aFolderThatCannotBeWrittenIsAClearError(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThrows(IOException.class, () -> Runelog.open(new RealDisk(file.resolve("data")), Logs.inline()));
    }
}
