package dev.parley.agent.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Confided;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** INV-RESUME-NO-DUPLICATES and INV-RESUME-NO-GAPS as a client meets them; the log holds and tests the rules themselves. */
@Timeout(60)
class SubscriptionTest {
    private final BlockingQueue<Rune> seen = new LinkedBlockingQueue<>();
    private Runelog log = opened();

    private static Runelog opened() {
        try {
            RunelogSettings settings = RunelogSettings.inline(new SystemTime(), RandomSource.seeded(1));
            return Runelog.open(new MemoryDisk(), settings.withTailLagMax(50));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void begin() {
        log.close();
        log = opened();
    }

    @AfterEach
    void end() {
        log.close();
    }

    private void say(Visibility visibility) {
        log.append(
                RuneDraft.of("talk", "user.said", Json.Obj.EMPTY.with("text", "words"))
                        .withVisibility(visibility),
                WriteClass.IRREVERSIBLE);
    }

    private List<Long> take(int count) throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(seen.take().eventId());
        }
        return ids;
    }

    @Test
    void resumesAfterTheCursorWithoutARepeatAndWithoutAGap() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            say(Visibility.PUBLIC);
        }
        try (Subscription first = Subscription.open(log, "talk", 0, Viewer.PARTICIPANT, seen::add)) {
            assertEquals(LongStream.rangeClosed(1, 20).boxed().toList(), take(20));
            assertFalse(first.ended().isDone());
        }
        try (Subscription again = Subscription.open(log, "talk", 12, Viewer.PARTICIPANT, seen::add)) {
            say(Visibility.PUBLIC);
            assertEquals(LongStream.rangeClosed(13, 21).boxed().toList(), take(9));
            assertTrue(again.cursor() <= 21);
        }
        assertTrue(seen.isEmpty());
    }

    @Test
    void whatAViewerMayNotSeeIsLeftOutAndStillMovesTheCursor() throws InterruptedException {
        say(Visibility.PUBLIC);
        say(Visibility.INTERNAL);
        say(Visibility.SECRET);
        say(Visibility.PUBLIC);
        try (Subscription participant = Subscription.open(log, "talk", 0, Viewer.PARTICIPANT, seen::add)) {
            assertEquals(List.of(1L, 4L), take(2));
            while (participant.cursor() < 4) {
                Thread.onSpinWait();
            }
        }
        try (Subscription operator = Subscription.open(log, "talk", 0, Viewer.OPERATOR, seen::add)) {
            assertEquals(List.of(1L, 2L, 4L), take(3));
            assertFalse(operator.ended().isDone());
        }
    }

    /** Nothing of one person is in a stream for another; their own stream has it. */
    @Test
    void whatIsAboutOnePersonIsForThatPerson() throws InterruptedException {
        say(Visibility.PUBLIC);
        RuneDraft reply = RuneDraft.of("talk", "agent.reply", Json.Obj.EMPTY.with("pii_text", "Mind the peanuts."));
        log.append(Confided.of(reply, _ -> Set.of("ana")), WriteClass.IRREVERSIBLE)
                .awaitDurable();
        log.append(Confided.of(reply, _ -> Set.of("ana", "ben")), WriteClass.IRREVERSIBLE)
                .awaitDurable();
        say(Visibility.PUBLIC);
        try (Subscription _ = Subscription.open(log, "talk", 0, Viewer.participant("ana"), seen::add)) {
            assertEquals(List.of(1L, 2L, 4L), take(3));
        }
        try (Subscription _ = Subscription.open(log, "talk", 0, Viewer.participant("ben"), seen::add)) {
            assertEquals(List.of(1L, 4L), take(2));
        }
    }

    @Test
    void aSlowReaderHoldsUpNobodyAndIsToldThatItLags() throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        say(Visibility.PUBLIC);
        try (Subscription subscription = Subscription.open(log, "talk", 0, Viewer.PARTICIPANT, rune -> {
            ready.countDown();
            awaitQuietly(slow);
            seen.add(rune);
        })) {
            ready.await();
            for (int i = 0; i < 200; i++) {
                say(Visibility.PUBLIC);
            }
            slow.countDown();
            List<String> kinds = new ArrayList<>();
            while (kinds.size() < 202) {
                kinds.add(seen.take().kind());
            }
            assertEquals(1, kinds.stream().filter("system.lagging"::equals).count());
            assertEquals(201, kinds.stream().filter("user.said"::equals).count());
            assertFalse(subscription.ended().isDone());
        }
    }

    @Test
    void aReaderThatThrowsEndsItsOwnStreamAlone() throws InterruptedException {
        try (Subscription broken = Subscription.open(log, "talk", 0, Viewer.PARTICIPANT, _ -> {
                    throw new IllegalStateException("gone");
                });
                Subscription sound = Subscription.open(log, "talk", 0, Viewer.PARTICIPANT, seen::add)) {
            say(Visibility.PUBLIC);
            assertEquals(List.of(1L), take(1));
            while (!broken.ended().isCompletedExceptionally()) {
                Thread.onSpinWait();
            }
            assertEquals(0, broken.cursor());
            assertFalse(sound.ended().isDone());
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
