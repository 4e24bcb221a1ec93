package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.LockedException;
import dev.parley.runelog.disk.MemoryDisk;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunelogTest {
    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void numbersTheRunesOfEachConversationFromOneWithoutGaps() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            for (int i = 1; i <= 20; i++) {
                assertEquals(
                        i,
                        log.append(Logs.draft("a", i), WriteClass.SPEECH).rune().eventId());
                assertEquals(
                        i,
                        log.append(Logs.draft("b", i), WriteClass.SPEECH).rune().eventId());
            }
            assertEquals(
                    LongStream.rangeClosed(1, 20).boxed().toList(),
                    Logs.ids(log.read("a", 0).toList()));
            assertEquals(List.of(19L, 20L), Logs.ids(log.read("b", 18).toList()));
            assertEquals(List.of("a", "b"), log.conversations());
        }
    }

    @Test
    void findsEverythingAgainAfterReopening() throws IOException {
        Hash head;
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(500))) {
            for (int i = 1; i <= 50; i++) {
                log.append(Logs.draft(i % 3 == 0 ? "a" : "b", i), WriteClass.SPEECH);
            }
            head = log.head("b").hash();
        }
        assertTrue(disk.list("journal").size() > 10, "the journal was rotated");
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(List.of(), log.findings());
            assertEquals(head, log.head("b").hash());
            List<Rune> runes = log.read("b", 0).toList();
            assertEquals(34, runes.size());
            assertEquals(head, runes.getLast().hash());
            assertEquals(
                    35, log.append(Logs.draft("b", 0), WriteClass.SPEECH).rune().eventId());
        }
    }

    @Test
    void movesInMemoryAtOnceAndShowsReadersOnlyWhatIsDurable() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.manual())) {
            Receipt receipt = log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE);
            assertEquals(1, log.head("a").eventId());
            assertEquals(0, log.head("a").durable());
            assertFalse(receipt.isDurable());
            assertEquals(List.of(), log.read("a", 0).toList());
            log.commit();
            assertTrue(receipt.isDurable());
            assertEquals(List.of(receipt.rune()), log.read("a", 0).toList());
        }
    }

    @Test
    void onlyTheDiskSaysThatARuneIsDurableWhateverItsClass() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.manual())) {
            List<Receipt> receipts = Stream.of(WriteClass.values())
                    .map(writeClass -> log.append(Logs.draft("a", 1), writeClass))
                    .toList();
            assertTrue(receipts.stream().noneMatch(Receipt::isDurable));
            log.commit();
            assertTrue(receipts.stream().allMatch(Receipt::isDurable));
        }
    }

    @Test
    void nobodyButTheJournalCanSayThatARuneIsDurable() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.manual())) {
            Receipt receipt = log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE);
            CompletableFuture<Void> durable = receipt.durable().toCompletableFuture();
            assertFalse(durable.complete(null));
            assertFalse(durable.cancel(true));
            assertThrows(UnsupportedOperationException.class, () -> durable.obtrudeValue(null));
            assertFalse(receipt.isDurable());
            log.commit();
            assertTrue(receipt.isDurable());
        }
    }

    @Test
    void refusesASecondWriterWithAClearError() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            LockedException refused = assertThrows(LockedException.class, () -> Runelog.open(disk, Logs.inline()));
            assertTrue(String.valueOf(refused.getMessage()).contains("Another writer"));
            assertEquals(List.of(), log.conversations());
        }
        Runelog.open(disk, Logs.inline()).close();
    }

    @Test
    void aTailGetsWhatWasThereAndThenWhatComesAndSkipsWhatItMayNotSee() throws Exception {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            log.append(Logs.draft("a", 2).withVisibility(Visibility.SECRET), WriteClass.SPEECH);
            try (Tail tail = log.tail("a", 0, Visibility.PUBLIC)) {
                assertEquals(1, requireNonNull(tail.take()).eventId());
                assertNull(tail.poll());
                assertEquals(2, tail.cursor(), "a filtered rune still advances the cursor (E3)");
                log.append(Logs.draft("a", 3), WriteClass.SPEECH);
                assertEquals(3, requireNonNull(tail.take()).eventId());
            }
        }
    }

    @Test
    void theLoopCommitsForManyThreadsAtOnce() throws Exception {
        try (Runelog log = Runelog.open(disk, Logs.loop())) {
            List<Thread> callers = LongStream.range(0, 16)
                    .mapToObj(n -> Thread.ofVirtual().start(() -> {
                        for (int i = 0; i < 50; i++) {
                            log.append(Logs.draft("c" + n % 5, i), WriteClass.IRREVERSIBLE)
                                    .awaitDurable();
                        }
                    }))
                    .toList();
            for (Thread caller : callers) {
                caller.join();
            }
            long total = log.conversations().stream()
                    .mapToLong(name -> log.read(name, 0).toList().size())
                    .sum();
            assertEquals(800, total);
        }
    }
}
