package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        assertFalse(batch.getFirst().isDurable());
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
        assertTrue(stop.released().toCompletableFuture().isDone());
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
