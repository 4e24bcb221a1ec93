package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Conversations that nobody uses go out of memory and come back on use as if nothing had happened. */
class IdleConversationTest {
    private final MemoryDisk disk = new MemoryDisk();
    private final AtomicLong now = new AtomicLong();
    private final TimeSource clock = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return now.incrementAndGet();
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };
    private final RunelogSettings settings =
            RunelogSettings.inline(clock, RandomSource.seeded(1)).withHeadsEveryNanos(1);

    private static void passTime(Runelog log) {
        for (int i = 0; i < 3; i++) {
            log.append(Logs.draft("busy", i), WriteClass.SPEECH);
        }
    }

    @Test
    void idleOnesLeaveMemoryAndComeBackWithTheirRunes() throws IOException {
        try (Runelog log = Runelog.open(disk, settings.withFileBytesMax(2000))) {
            for (int i = 0; i < 60; i++) {
                log.append(Logs.draft("c" + i % 20, i), WriteClass.SPEECH);
            }
            passTime(log);
            assertEquals(1, log.inMemory(), "only the one that is written to");
            assertEquals(21, log.conversations().size());
            assertEquals(3, log.head("c7").eventId());
            assertEquals(1, log.inMemory(), "looking at a head wakes nobody");
            Rune next = log.append(Logs.draft("c7", 100), WriteClass.SPEECH).rune();
            assertEquals(4, next.eventId());
            assertEquals(List.of(1L, 2L, 3L, 4L), Logs.ids(log.read("c7", 0).toList()));
        }
        assertEquals(
                List.of(), LogVerification.verify(disk, Progress.SILENT, null).findings());
    }

    @Test
    void oneThatIsReadOrWatchedOrWaitsForTheDiskStays() throws IOException {
        try (Runelog log = Runelog.open(disk, settings)) {
            log.append(Logs.draft("read", 1), WriteClass.SPEECH);
            log.append(Logs.draft("watched", 1), WriteClass.SPEECH);
            try (RuneReader reader = log.read("read", 0);
                    Tail tail = log.tail("watched", 0, Visibility.SECRET)) {
                passTime(log);
                assertEquals(3, log.inMemory());
                log.append(Logs.draft("read", 2), WriteClass.SPEECH);
                log.append(Logs.draft("watched", 2), WriteClass.SPEECH);
                assertEquals(List.of(1L, 2L), Logs.ids(reader.toList()));
                assertEquals(1, requireNonNull(tail.poll()).eventId());
                assertEquals(2, requireNonNull(tail.poll()).eventId());
            }
            passTime(log);
            assertEquals(1, log.inMemory());
        }
    }

    @Test
    void aCompactedOneComesBackBehindItsSnapshot() throws IOException {
        try (Runelog log = Runelog.open(disk, settings)) {
            List<Rune> runes = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                runes.add(log.append(Logs.draft("a", i), WriteClass.SPEECH).rune());
            }
            passTime(log);
            new Snapshots(disk).write(new Snapshot("a", 3, runes.get(2).hash(), new byte[] {1}));
            log.compact("a", 3);
            passTime(log);
            assertEquals(1, log.inMemory());
            assertEquals(List.of(3L, 4L, 5L), Logs.ids(log.read("a", 0).toList()), "first the gap is told");
            assertEquals(
                    6, log.append(Logs.draft("a", 6), WriteClass.SPEECH).rune().eventId());
        }
    }

    @Test
    @Timeout(120)
    void manyThreadsNeverMeetTwoObjectsOfOneConversation() throws Exception {
        RunelogSettings loop =
                RunelogSettings.standard(clock, RandomSource.seeded(1)).withHeadsEveryNanos(1);
        try (Runelog log = Runelog.open(disk, loop.withFileBytesMax(1 << 16))) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                RandomSource random = RandomSource.seeded(t);
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 200; i++) {
                        String name = "c" + random.nextInt(30);
                        log.append(Logs.draft(name, i), WriteClass.SPEECH).awaitDurable();
                        try (RuneReader reader =
                                log.read(name, Math.max(0, log.head(name).durable() - 3))) {
                            reader.toList();
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            long total = log.conversations().stream()
                    .mapToLong(name -> log.head(name).eventId())
                    .sum();
            assertEquals(1600, total);
        }
        assertEquals(
                List.of(), LogVerification.verify(disk, Progress.SILENT, null).findings());
    }

    @Test
    void sizesThatCannotBeReadBackAreRefused() {
        for (long size : List.of(0L, -1L, 1L << 31, Long.MAX_VALUE)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class, () -> Runelog.open(disk, settings.withFileBytesMax(size)));
            assertTrue(String.valueOf(refused.getMessage()).contains("not " + size), refused.getMessage());
        }
    }
}
