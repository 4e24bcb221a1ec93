package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cursors, gaps, compaction and tails (rulings E3, X7; INV-RESUME-*). */
class ResumeTest {
    private static final long TAIL_BYTES_MAX = 32 << 10;
    private static final int OTHERS = 60;

    private final MemoryDisk disk = new MemoryDisk();

    private Runelog tenRunes(long fileBytesMax) throws IOException {
        Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(fileBytesMax));
        for (int i = 1; i <= 10; i++) {
            log.append(Logs.draft("a", i), WriteClass.SPEECH);
            log.append(Logs.draft("b", i), WriteClass.SPEECH);
        }
        return log;
    }

    private void snapshot(Runelog log, long eventId) throws IOException {
        Rune at = log.read("a", eventId - 1).toList().getFirst();
        new Snapshots(disk).write(new Snapshot("a", eventId, at.hash(), new byte[] {1, 2, 3}));
    }

    @Test
    void aCursorBeforeTheEarliestRuneIsToldOfTheGapAndThenGetsTheRest() throws IOException {
        try (Runelog log = tenRunes(400)) {
            snapshot(log, 6);
            log.compact("a", 6);
            assertTrue(log.reclaim() > 0, "finished files give back their room");
            List<Rune> runes = log.read("a", 2).toList();
            assertEquals("system.gap", runes.getFirst().kind());
            assertEquals(Json.of(3), runes.getFirst().payload().get("from"));
            assertEquals(Json.of(6), runes.getFirst().payload().get("to"));
            assertEquals(List.of(6L, 7L, 8L, 9L, 10L), Logs.ids(runes));
            assertEquals(List.of(7L, 8L, 9L, 10L), Logs.ids(log.read("a", 6).toList()), "no gap at the edge");
            assertEquals(10, log.read("b", 0).toList().size(), "others are untouched");
        }
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(List.of(), log.findings());
            assertEquals(7, log.head("a").earliest());
            assertEquals(List.of(6L, 7L, 8L, 9L, 10L), Logs.ids(log.read("a", 0).toList()));
            assertEquals(
                    11,
                    log.append(Logs.draft("a", 11), WriteClass.SPEECH).rune().eventId());
        }
        assertTrue(LogVerification.verify(disk, Progress.SILENT, null).isSound());
    }

    @Test
    void refusesToCompactToASnapshotThatDoesNotStandInTheChain() throws IOException {
        try (Runelog log = tenRunes(1 << 30)) {
            Rune other = log.read("b", 5).toList().getFirst();
            new Snapshots(disk).write(new Snapshot("a", 6, other.hash(), new byte[0]));
            assertThrows(LogFault.class, () -> log.compact("a", 6));
            assertEquals(1, log.head("a").earliest());
        }
    }

    @ParameterizedTest
    @EnumSource(RuneReader.Mode.class)
    void aReaderThatACompactionOvertakesIsToldOfTheGap(RuneReader.Mode mode) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(400))) {
            for (int i = 1; i <= 60; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
            }
            try (RuneReader reader = log.read("a", 0, mode)) {
                List<Rune> runes = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    runes.add(requireNonNull(reader.poll()));
                }
                snapshot(log, 50);
                log.compact("a", 50);
                assertTrue(log.reclaim() > 0);
                reader.forEach(runes::add);
                List<Rune> gaps = runes.stream()
                        .filter(rune -> rune.kind().equals("system.gap"))
                        .toList();
                assertEquals(1, gaps.size(), "one gap is told");
                long from =
                        requireNonNull(gaps.getFirst().payload().number("from")).longValue();
                List<Long> ids = Logs.ids(
                        runes.stream().filter(rune -> !gaps.contains(rune)).toList());
                List<Long> expected = LongStream.rangeClosed(1, 60)
                        .filter(id -> id < from || id > 50)
                        .boxed()
                        .toList();
                assertEquals(expected, ids, "and every rune before it and after it is there");
            }
            assertEquals(0, log.head("a").haltedAt(), "nobody is halted for being slow");
        }
    }

    @Test
    void aDamagedSnapshotIsRefusedAndToldInTheHousesLog() throws IOException {
        try (Runelog log = tenRunes(1 << 30)) {
            snapshot(log, 6);
            String folder = "snapshots/"
                    + new RuneChain().content(new byte[] {'a'}, 0, 1).hex();
            String file = folder + "/" + disk.list(folder).getFirst();
            byte[] bytes = disk.readAll(file);
            bytes[bytes.length - 1] ^= 1;
            disk.replace(file, bytes);
            assertThrows(LogFault.class, () -> log.compact("a", 6));
            Rune told = log.read(House.LOG, 0).toList().getFirst();
            assertEquals("INV-SNAPSHOT-INTEGRITY", told.payload().text("id"));
            assertEquals("HALT", told.payload().text("level"));
            assertEquals("a", told.payload().text("conversation"));
        }
    }

    @Test
    void gapsAreFoundBeforeVisibilityIsLookedAt() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            for (int i = 1; i <= 6; i++) {
                log.append(Logs.draft("a", i).withVisibility(Visibility.SECRET), WriteClass.SPEECH);
            }
            try (Tail tail = log.tail("a", 0, Visibility.PUBLIC)) {
                assertNull(tail.poll(), "filtered runes are no gap");
                assertEquals(6, tail.cursor());
            }
            snapshot(log, 4);
            log.compact("a", 4);
            try (Tail tail = log.tail("a", 0, Visibility.PUBLIC)) {
                Rune gap = tail.poll();
                assertNotNull(gap);
                assertEquals("system.gap", gap.kind());
                assertNull(tail.poll());
                assertEquals(6, tail.cursor());
            }
        }
    }

    @Test
    void aTailThatWaitsIsWokenByACommitAndByNothingElse() throws Exception {
        try (Runelog log = Runelog.open(disk, Logs.manual());
                Tail tail = log.tail("a", 0, Visibility.PUBLIC)) {
            CompletableFuture<Rune> got = new CompletableFuture<>();
            Thread reader = Thread.ofVirtual().start(() -> {
                try {
                    got.complete(tail.take());
                } catch (InterruptedException interrupted) {
                    got.completeExceptionally(interrupted);
                }
            });
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            assertEquals(0, tail.cursor());
            log.commit();
            assertEquals(1, got.join().eventId());
            reader.join();
        }
    }

    @Test
    void aSlowReaderIsToldOnceHowFarItIsBehind() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withTailLagMax(5));
                Tail tail = log.tail("a", 0, Visibility.PUBLIC)) {
            for (int i = 1; i <= 8; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
            }
            Rune told = tail.poll();
            assertNotNull(told);
            assertEquals("system.lagging", told.kind());
            assertEquals(Json.of(8), told.payload().get("behind"));
            for (int i = 1; i <= 8; i++) {
                Rune rune = tail.poll();
                assertNotNull(rune);
                assertEquals(i, rune.eventId());
            }
            assertNull(tail.poll());
        }
    }

    @Test
    void anImportedRuneNamesItsSourceAsRulingX7Asks() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            Rune fact = log.append(Logs.draft(House.conversation("lease"), 7), WriteClass.IRREVERSIBLE)
                    .rune();
            Rune imported = log.append(House.imported("a", fact), WriteClass.IRREVERSIBLE)
                    .rune();
            assertEquals(new House.Source("house:lease", 1), House.source(imported));
            assertEquals(fact.payload(), imported.payload().get("payload"));
            assertNull(House.source(fact));
            assertThrows(IllegalArgumentException.class, () -> House.imported("house:lease", fact));
        }
    }

    /** A server has a tail for every client, and each waits at the end for most of the time. */
    @Test
    void aTailThatWaitsForTheNextRuneReadsLittleMoreThanThat() throws IOException {
        HookedDisk counted = new HookedDisk(disk);
        try (Runelog log = Runelog.open(counted, Logs.inline());
                Tail tail = log.tail("a", 0, Visibility.SECRET)) {
            log.append(Logs.draft("a", 0), WriteClass.SPEECH);
            assertNotNull(tail.poll());
            long before = counted.bytesAsked();
            for (int i = 1; i <= 10; i++) {
                log.append(Logs.draft("b", i), WriteClass.SPEECH);
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
                assertNotNull(tail.poll());
            }
            long asked = counted.bytesAsked() - before;
            assertTrue(asked <= 10 * TAIL_BYTES_MAX, asked + " bytes");
        }
    }

    /** What others write meanwhile becomes more and more, so that the next rune is right behind any window. */
    @Test
    void aTailOfOneConversationAmongManyKeepsASmallWindow() throws IOException {
        HookedDisk counted = new HookedDisk(disk);
        try (Runelog log = Runelog.open(counted, Logs.inline());
                Tail tail = log.tail("a", 0, Visibility.SECRET)) {
            for (int i = 1; i <= 20; i++) {
                for (int n = 1; n <= i * OTHERS; n++) {
                    log.append(Logs.draft("b", n), WriteClass.SPEECH);
                }
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
                long before = counted.bytesAsked();
                assertNotNull(tail.poll());
                assertNull(tail.poll());
                long asked = counted.bytesAsked() - before;
                assertTrue(asked <= TAIL_BYTES_MAX, asked + " bytes for rune " + i);
            }
        }
    }
}
