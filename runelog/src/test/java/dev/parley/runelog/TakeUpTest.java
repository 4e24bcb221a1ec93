package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a conversation is taken up: everything appended is seen without a commit of one's own, and a snapshot saves most of it. */
class TakeUpTest {
    private final MemoryDisk disk = new MemoryDisk();

    private static void write(Runelog log, int runes) {
        for (int i = 0; i < runes; i++) {
            log.append(Logs.draft("a", i), WriteClass.SPEECH);
        }
    }

    @Test
    void whoeverWaitsForAConversationSeesAllThatWasAppendedToIt() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.loop())) {
            write(log, 100);
            log.durable("a").toCompletableFuture().join();
            assertEquals(100, log.read("a", 0).toList().size());
            assertTrue(log.durable("unknown").toCompletableFuture().isDone());
        }
        MemoryDisk other = new MemoryDisk();
        try (Runelog log = Runelog.open(other, Logs.manual())) {
            write(log, 1);
            CompletableFuture<Void> durable = log.durable("a").toCompletableFuture();
            assertFalse(durable.isDone());
            log.commit();
            assertTrue(durable.isDone());
        }
    }

    @Test
    void theNewestStateIsFoundAndReadingGoesOnBehindIt() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            write(log, 10);
            for (int at : List.of(2, 5, 8)) {
                log.keepSnapshot("a", at, new byte[] {(byte) at});
            }
        }
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            Snapshot newest = requireNonNull(log.newestSnapshot("a"));
            assertEquals(8, newest.eventId());
            assertArrayEquals(new byte[] {8}, newest.state());
            assertEquals(
                    List.of(9L, 10L), Logs.ids(log.read("a", newest.eventId()).toList()));
            assertEquals(List.of(5L, 8L), new Snapshots(disk).eventIds("a"), "older ones are not kept");
            assertNull(log.newestSnapshot("b"));
        }
    }

    @Test
    void aDamagedStateAndOneOfAnotherChainAreNeverUsed() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            write(log, 10);
            log.keepSnapshot("a", 3, new byte[] {3});
            log.keepSnapshot("a", 6, new byte[] {6});
            String file = Snapshots.nameOf("a", 6);
            byte[] bytes = disk.readAll(file);
            bytes[bytes.length - 1] ^= 1;
            disk.replace(file, bytes);
            assertEquals(3, requireNonNull(log.newestSnapshot("a")).eventId());
            assertEquals(
                    "INV-SNAPSHOT-INTEGRITY",
                    log.read(House.LOG, 0).toList().getFirst().payload().text("id"));
            new Snapshots(disk).write(new Snapshot("a", 9, log.head("a").hash(), new byte[] {9}));
            assertEquals(3, requireNonNull(log.newestSnapshot("a")).eventId(), "9 is of another chain");
        }
    }

    @Test
    void noStateIsKeptAfterAnEventThatIsNotDurable() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.manual())) {
            write(log, 3);
            assertThrows(LogFault.class, () -> log.keepSnapshot("a", 3, new byte[] {3}));
            log.commit();
            log.keepSnapshot("a", 3, new byte[] {3});
            assertThrows(LogFault.class, () -> log.keepSnapshot("a", 4, new byte[] {4}));
        }
    }
}
