package dev.parley.runelog.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.fault.LogCatalogue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What one sync makes durable, of however many conversations. */
class GroupTest {
    private final Conversations all = new Conversations(LogCatalogue.full());

    private static Group group(int buffer) {
        return new Group(1, 0, 7, 128, new byte[buffer]);
    }

    private static Hash hash(long n) {
        return new Hash(n, 0, 0, n);
    }

    /** More conversations than a group expects, and the newest rune of each counts. */
    @Test
    void everyConversationInItBecomesDurableAsFarAsItGoes() {
        Group group = group(16);
        List<ConversationLog> logs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ConversationLog log = new ConversationLog("c" + i, all);
            logs.add(log);
            for (int n = 1; n <= 1 + i % 3; n++) {
                log.advance(n, 1, 128, n == 1 ? Hash.ZERO : hash(n - 1), hash(n));
                group.touch(log, n, hash(n));
            }
        }
        assertEquals(logs, group.grown());
        group.succeed();
        for (int i = 0; i < 20; i++) {
            long head = 1L + i % 3;
            assertEquals(
                    new ConversationLog.Point(head, hash(head)), logs.get(i).durablePoint());
        }
    }

    /** Every conversation remembers the group of its newest rune, also one that nobody writes to any more. */
    @Test
    void oneThatIsOnDiskKeepsNeitherFramesNorConversations() {
        Group group = group(16);
        ConversationLog log = new ConversationLog("c", all);
        log.advance(1, 1, 128, Hash.ZERO, hash(1));
        group.touch(log, 1, hash(1));
        List<ConversationLog> grown = group.grown();
        group.succeed();
        group.release();
        assertEquals(List.of(), group.grown());
        assertEquals(0, group.bytes().length);
        assertEquals(List.of(log), grown, "whoever was told keeps what they were told");
        assertTrue(group.stage().toCompletableFuture().isDone());
    }

    @Test
    void growsByDoublingAndKeepsItsFrames() {
        Group group = group(100);
        byte[] buffer = group.bytes();
        byte[] frame = new byte[92];
        frame[91] = 9;
        assertEquals(0, group.add(frame, 92));
        assertSame(buffer, group.bytes(), "frames and end mark just fit");
        assertEquals(92, group.add(new byte[] {8}, 1));
        assertEquals(200, group.bytes().length);
        assertEquals(List.of((byte) 9, (byte) 8), List.of(group.bytes()[91], group.bytes()[92]));
        assertEquals(List.of(2, 93, 221L), List.of(group.appends(), group.length(), group.end()));
        group.add(new byte[1000], 1000);
        assertEquals(93 + 1000 + FrameFormat.END_BYTES, group.bytes().length, "or as much as is needed");
    }

    @Test
    void countsWhoWaitsForIt() {
        Group group = group(16);
        assertEquals(0, group.waiting());
        group.stage().whenComplete((done, failed) -> {});
        group.stage().whenComplete((done, failed) -> {});
        assertEquals(2, group.waiting());
    }

    /** Whoever waits for a dead disk is woken, and told why (ruling E1). */
    @Test
    void whoWaitsIsToldThatItFailed() {
        Group group = group(16);
        group.fail(new IOException("Input/output error"));
        assertTrue(group.stage().toCompletableFuture().isCompletedExceptionally());
        assertThrows(
                CompletionException.class,
                () -> group.stage().toCompletableFuture().join());
    }
}
