package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong around a commit: callbacks are not the disk, and nobody waits for a loop that has died. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommitFailureTest {
    private static final TimeSource RUNNING = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private final HookedDisk disk = new HookedDisk(new MemoryDisk());
    private final List<LogFault> alarms = new CopyOnWriteArrayList<>();

    @Test
    void aTailThatThrowsIsReportedAndHaltsNobody() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withAlarm(alarms::add))) {
            AtomicInteger called = new AtomicInteger();
            log.tail("a", 0, Visibility.SECRET, tail -> {
                throw new RejectedExecutionException("the pool is closed");
            });
            log.tail("a", 0, Visibility.SECRET, tail -> called.incrementAndGet());
            assertTrue(log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE).isDurable());
            assertFalse(log.isHalted());
            assertEquals(1, called.get(), "the next tail is still called");
            assertTrue(log.append(Logs.draft("b", 1), WriteClass.IRREVERSIBLE).isDurable());
        }
        assertEquals(1, alarms.size());
        assertTrue(String.valueOf(alarms.getFirst().getMessage()).contains("the pool is closed"));
    }

    @Test
    void anErrorInATailDoesNotEndTheLoop() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.loop().withAlarm(alarms::add))) {
            log.tail("a", 0, Visibility.SECRET, tail -> {
                throw new StackOverflowError("in a callback");
            });
            log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE).awaitDurable();
            log.append(Logs.draft("a", 2), WriteClass.IRREVERSIBLE).awaitDurable();
            assertFalse(log.isHalted());
        }
        assertEquals(2, alarms.size());
    }

    @Test
    void anAlarmThatThrowsDoesNotEndTheLoopEither() throws IOException {
        RunelogSettings settings = Logs.loop().withAlarm(fault -> {
            throw new IllegalStateException("the alarm is broken");
        });
        try (Runelog log = Runelog.open(disk, settings)) {
            log.tail("a", 0, Visibility.SECRET, tail -> {
                throw new IllegalStateException("in a callback");
            });
            log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE).awaitDurable();
            log.append(Logs.draft("a", 2), WriteClass.IRREVERSIBLE).awaitDurable();
            assertFalse(log.isHalted());
        }
    }

    @Test
    void headsThatCannotBeWrittenAreReportedAndHaltNobody() throws IOException {
        AtomicInteger now = new AtomicInteger();
        TimeSource ticking = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return now.incrementAndGet();
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        RunelogSettings settings = RunelogSettings.inline(ticking, RandomSource.seeded(1));
        try (Runelog log = Runelog.open(disk, settings.withHeadsEveryNanos(1).withAlarm(alarms::add))) {
            disk.fail(HookedDisk.Change.WRITE, ".heads.tmp");
            assertTrue(log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE).isDurable());
            assertEquals(1, alarms.size());
            assertFalse(log.isHalted());
            disk.hook((change, name) -> {});
            assertTrue(log.append(Logs.draft("a", 2), WriteClass.IRREVERSIBLE).isDurable());
            assertEquals(
                    1,
                    disk.list("heads").stream()
                            .filter(name -> name.endsWith(".heads"))
                            .count());
        }
    }

    @Test
    void anErrorOnTheWayToTheDiskHaltsWithAReportAndWakesEveryWaiter() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        Runelog log = Runelog.open(disk, Logs.loop().withGroupBytesMax(1).withAlarm(alarms::add));
        disk.hook((change, name) -> {
            written.countDown();
            await(mayFail);
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        });
        Receipt first = log.append(Logs.draft("a", 1), WriteClass.IRREVERSIBLE);
        await(written);
        Receipt gathered = log.append(Logs.draft("a", 2), WriteClass.IRREVERSIBLE);
        List<Throwable> refusals = new CopyOnWriteArrayList<>();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(Thread.ofPlatform().start(() -> {
                try {
                    log.append(Logs.draft("b", 1), WriteClass.IRREVERSIBLE);
                } catch (LogFault refused) {
                    refusals.add(refused);
                }
            }));
        }
        waiting.forEach(CommitFailureTest::awaitWaiting);
        mayFail.countDown();
        for (Thread thread : waiting) {
            thread.join();
        }
        assertEquals(3, refusals.size(), "whoever waits for room is woken and refused");
        for (Receipt receipt : List.of(first, gathered)) {
            CompletionException failed = assertThrows(CompletionException.class, receipt::awaitDurable);
            assertInstanceOf(LogFault.class, failed.getCause());
        }
        assertTrue(log.isHalted());
        assertEquals(1, alarms.size(), "a halt is reported once");
        assertInstanceOf(OutOfMemoryError.class, alarms.getFirst().getCause());
        disk.hook((change, name) -> {});
        log.close();
    }

    @Test
    void anErrorBetweenTwoGroupsHaltsTooAndWakesWhoeverWaits() throws IOException {
        AtomicInteger salts = new AtomicInteger();
        RandomSource random = new RandomSource() {
            @Override
            public long nextLong() {
                if (salts.incrementAndGet() > 1) {
                    throw new AssertionError("no more salts");
                }
                return 1;
            }

            @Override
            public int nextInt(int bound) {
                return 0;
            }
        };
        RunelogSettings settings = RunelogSettings.standard(Logs.STILL, random);
        Runelog log = Runelog.open(disk, settings.withFileBytesMax(1000).withAlarm(alarms::add));
        List<Receipt> receipts = new ArrayList<>();
        assertThrows(LogFault.class, () -> {
            for (int i = 0; i < 1000; i++) {
                Receipt receipt = log.append(Logs.draft("a", i), WriteClass.IRREVERSIBLE);
                receipts.add(receipt);
                receipt.durable()
                        .exceptionally(failed -> null)
                        .toCompletableFuture()
                        .join();
            }
        });
        assertThrows(CompletionException.class, receipts.getLast()::awaitDurable);
        assertTrue(log.isHalted());
        log.close();
        assertInstanceOf(AssertionError.class, alarms.getFirst().getCause());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aDiskThatTakesNothingIsNotWaitedForLongerThanAgreedAndWhatGotInIsKept() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        RunelogSettings settings = RunelogSettings.standard(RUNNING, RandomSource.seeded(1))
                .withGroupBytesMax(1)
                .withRoomWithinMs(1);
        try (Runelog log = Runelog.open(disk, settings)) {
            disk.hook((change, name) -> {
                written.countDown();
                await(mayGoOn);
            });
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            await(written);
            Receipt gathered = log.append(Logs.draft("a", 2), WriteClass.SPEECH);
            LogFault full = assertThrows(LogFault.class, () -> log.append(Logs.draft("b", 1), WriteClass.SPEECH));
            assertTrue(String.valueOf(full.getMessage()).contains("has taken nothing for 1 ms"), full.getMessage());
            assertThrows(LogFault.class, () -> log.append(Logs.draft("a", 3), WriteClass.IRREVERSIBLE));
            Receipt stopped = log.append(Logs.draft("a", 3), WriteClass.SILENCE);
            assertFalse(log.isHalted(), "a slow disk is not a broken one");
            mayGoOn.countDown();
            gathered.awaitDurable();
            stopped.awaitDurable();
            log.append(Logs.draft("b", 1), WriteClass.IRREVERSIBLE).awaitDurable();
            assertEquals(3, log.head("a").durable());
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
