package dev.parley.runelog.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.journal.ConversationLog.Point;
import dev.parley.runelog.journal.GapTable.Gap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One conversation in memory by itself: where it stands after appends, recovery, compaction, damage and readmission. */
class ConversationLogTest {
    private static final Violation BROKEN = LogCatalogue.cut("it is cut");

    private final Conversations all = new Conversations(LogCatalogue.full());
    private final ConversationLog log = new ConversationLog("a", all);

    private static Hash hash(long n) {
        return new Hash(n, 0, 0, n);
    }

    /** Runes of one file whose frames stand at ten times their number. */
    private static void recover(ConversationLog log, long file, long from, long to) {
        for (long n = from; n <= to; n++) {
            log.recover(n, file, n * 10, hash(n - 1), hash(n));
        }
    }

    private static Segment segment(long file, long from, long to) {
        Segment segment = new Segment(file, from, from * 10, hash(from - 1), hash(from));
        for (long n = from + 1; n <= to; n++) {
            segment.add(n * 10, hash(n));
        }
        return segment;
    }

    private void stands(long head, long durable) {
        assertEquals(head, log.head());
        assertEquals(head == 0 ? Hash.ZERO : hash(head), log.headHash());
        assertEquals(durable, log.durable());
        assertEquals(new Point(durable, durable == 0 ? Hash.ZERO : hash(durable)), log.durablePoint());
    }

    private static List<String> shapes(List<Segment> segments) {
        return segments.stream()
                .map(segment -> segment.file() + ": " + segment.first() + "-" + segment.lastId())
                .toList();
    }

    private static long offset(ConversationLog log, long eventId) {
        ConversationLog.Span span = log.span(eventId, 1);
        assertNotNull(span);
        assertTrue(span.holds(eventId));
        return span.offsetOf(eventId);
    }

    @Test
    void anAppendMovesTheHeadAndTheDiskTheDurableOne() {
        assertEquals("a", log.name());
        assertEquals(1, log.earliest());
        assertEquals(Hash.ZERO, log.base());
        stands(0, 0);
        log.advance(1, 1, 10, Hash.ZERO, hash(1));
        log.advance(2, 1, 20, hash(1), hash(2));
        stands(2, 0);
        log.committed(new Point(2, hash(2)));
        stands(2, 2);
        assertThrows(LogFault.class, () -> log.advance(4, 1, 40, hash(3), hash(4)));
        assertThrows(LogFault.class, () -> log.advance(2, 1, 20, hash(1), hash(2)));
        stands(2, 2);
        assertEquals(Set.of("a"), all.takeEntered(1));
        assertEquals(Set.of(), all.takeEntered(1), "taken once");
    }

    @Test
    void runesOfOneFileStandInOneSegmentAndAnotherFileBeginsAnother() {
        recover(log, 1, 1, 3);
        recover(log, 2, 4, 5);
        assertEquals(List.of("1: 1-3"), shapes(log.segmentsIn(1)));
        assertEquals(List.of("2: 4-5"), shapes(log.segmentsIn(2)));
        assertEquals(hash(3), log.segmentsIn(2).getFirst().before());
        assertEquals(Set.of("a"), all.takeEntered(2));
        for (long n = 1; n <= 5; n++) {
            assertEquals(n * 10, offset(log, n));
        }
        assertNull(log.span(6, 1));
        assertNull(log.span(0, 1));
        stands(5, 5);
        assertThrows(LogFault.class, () -> log.recover(7, 3, 70, hash(6), hash(7)), "a hole");
    }

    @Test
    void oneThatNobodyUsesRestsAndComesBackAsItWas() {
        recover(log, 1, 1, 3);
        recover(log, 2, 4, 5);
        assertTrue(log.pin());
        assertNull(log.rest(), "somebody uses it");
        log.unpin();
        Runnable watcher = () -> {};
        log.watch(watcher);
        assertNull(log.rest(), "somebody watches it");
        log.unwatch(watcher);
        log.advance(6, 2, 60, hash(5), hash(6));
        assertNull(log.rest(), "the disk has not answered");
        log.committed(new Point(6, hash(6)));
        assertFalse(log.isResting());
        byte[] kept = log.rest();
        assertNotNull(kept);
        assertTrue(log.isResting());
        assertFalse(log.pin(), "it just went out");
        assertNull(log.rest(), "it rests already");
        ConversationLog woken = ConversationLog.woken("a", all, kept);
        assertEquals(6, woken.head());
        assertEquals(hash(6), woken.headHash());
        assertEquals(new Point(6, hash(6)), woken.durablePoint());
        assertEquals(60, offset(woken, 6));
        assertArrayEquals(kept, woken.rest());
    }

    @Test
    void whatIsEmptyHaltedOrHasAGapDoesNotRest() {
        assertNull(log.rest(), "there is nothing yet");
        recover(log, 1, 1, 2);
        log.halt(3, BROKEN);
        assertNull(log.rest());
        log.readmit(new Gap(3, 4, hash(2)));
        assertNull(log.rest());
    }

    @Test
    void oneThatLivesInASnapshotAloneComesBackAtItsEnd() {
        assertSame(log, log.startAfter(7, hash(7)));
        stands(7, 7);
        assertEquals(8, log.earliest());
        assertEquals(hash(7), log.base());
        byte[] kept = log.rest();
        assertNotNull(kept);
        ConversationLog woken = ConversationLog.woken("a", all, kept);
        assertEquals(7, woken.head());
        assertEquals(hash(7), woken.headHash());
        assertEquals(8, woken.earliest());
        assertEquals(hash(7), woken.base());
    }

    @Test
    void aCompactionTakesWholeSegmentsUpToItsEventAndLeavesTheHead() {
        recover(log, 1, 1, 3);
        recover(log, 2, 4, 6);
        log.startAfter(3, hash(3));
        stands(6, 6);
        assertEquals(List.of(), log.segmentsIn(1));
        assertEquals(List.of("2: 4-6"), shapes(log.segmentsIn(2)));
        log.startAfter(5, hash(5));
        assertEquals(List.of("2: 4-6"), shapes(log.segmentsIn(2)), "a part of it is still here");
        log.startAfter(6, hash(6));
        assertEquals(List.of(), log.segmentsIn(2));
        stands(6, 6);
    }

    @Test
    void theFirstHaltStandsAndKnowsHowFarItReaches() {
        List<String> told = new ArrayList<>();
        all.onViolation((conversation, eventId, broken) -> told.add(conversation + " " + eventId));
        log.refuseIfHalted();
        log.halt(3, 5, BROKEN);
        log.halt(4, 4, LogCatalogue.changed("later"));
        assertEquals(new ConversationLog.Quarantine(3, 5, BROKEN), log.quarantine());
        log.halt(9, LogCatalogue.changed("later"));
        assertEquals(new ConversationLog.Quarantine(3, 9, BROKEN), log.quarantine());
        assertEquals(List.of("a 3"), told, "told once");
        assertThrows(LogFault.class, log::refuseIfHalted);
    }

    @Test
    void behindGivenUpEventsItGoesOn() {
        recover(log, 1, 1, 2);
        log.halt(3, BROKEN);
        Gap gap = new Gap(3, 5, hash(2));
        log.readmit(gap);
        assertNull(log.quarantine());
        assertEquals(List.of(gap), log.gaps());
        assertEquals(5, log.head());
        assertEquals(hash(2), log.headHash(), "the chain goes on from the rune before them");
        assertEquals(new Point(5, hash(2)), log.durablePoint());
        log.advance(6, 1, 60, hash(2), hash(6));
        assertEquals(hash(2), log.segmentsIn(1).getLast().before());
        assertEquals(60, offset(log, 6));
        assertNull(log.gapAt(2));
        assertEquals(gap, log.gapAt(3));
        assertEquals(gap, log.gapAt(5));
        assertNull(log.gapAt(6));
    }

    @Test
    void theNextGivenUpEventIsFoundFromAnywhere() {
        assertEquals(Long.MAX_VALUE, log.nextGap(1));
        log.admit(new Gap(7, 8, hash(6)));
        log.admit(new Gap(3, 5, hash(2)));
        assertEquals(3, log.nextGap(1));
        assertEquals(3, log.nextGap(3));
        assertEquals(5, log.nextGap(5));
        assertEquals(7, log.nextGap(6));
        assertEquals(8, log.nextGap(8));
        assertEquals(Long.MAX_VALUE, log.nextGap(9));
    }

    @Test
    void whatLiesBeyondDamageIsNotedAndMovesNothing() {
        log.noteBeyond(4, 1, 40, hash(3), hash(4));
        log.noteBeyond(5, 1, 50, hash(4), hash(5));
        log.noteBeyond(5, 1, 99, hash(4), hash(5));
        log.noteBeyond(4, 2, 99, hash(3), hash(4));
        log.noteBeyond(8, 2, 80, hash(7), hash(8));
        assertEquals(List.of("1: 4-5"), shapes(log.segmentsIn(1)));
        assertEquals(List.of("2: 8-8"), shapes(log.segmentsIn(2)));
        assertEquals(hash(7), log.segmentsIn(2).getFirst().before());
        assertEquals(50, offset(log, 5));
        stands(0, 0);
        assertEquals(8, log.lastSeen());
        assertEquals(Set.of("a"), all.takeEntered(1));
        assertEquals(Set.of("a"), all.takeEntered(2));
        assertEquals(4, log.nextStanding(1));
        assertEquals(5, log.nextStanding(5));
        assertEquals(8, log.nextStanding(6));
        assertEquals(0, log.nextStanding(9));
    }

    @Test
    void whatIsSeenLastIsTheHeadWhereNothingLiesBeyondIt() {
        assertEquals(0, log.lastSeen());
        log.startAfter(7, hash(7));
        assertEquals(7, log.lastSeen());
        recover(log, 1, 8, 9);
        assertEquals(9, log.lastSeen());
    }

    @Test
    void aSegmentFromAnIndexFollowsWhatIsHereOrHalts() {
        log.attach(segment(1, 1, 3));
        stands(3, 3);
        log.attach(segment(2, 4, 4));
        stands(4, 4);
        log.attach(segment(3, 7, 8));
        stands(4, 4);
        assertEquals(new ConversationLog.Quarantine(5, 5, LogCatalogue.missing("a", 5, 6)), log.quarantine());
        log.attach(segment(4, 9, 9));
        stands(4, 4);
        assertEquals(9, log.lastSeen(), "it is noted for salvage");
    }

    @Test
    void aSegmentThatASnapshotHoldsIsPassedOver() {
        log.startAfter(5, hash(5));
        log.attach(segment(1, 1, 5));
        assertEquals(List.of(), log.segmentsIn(1));
        stands(5, 5);
        log.attach(segment(1, 4, 6));
        stands(6, 6);
        assertNull(log.quarantine(), "its first events are in the snapshot, the last is not");
    }

    @Test
    void aSegmentThatBeginsTooLateAfterASnapshotHalts() {
        log.startAfter(5, hash(5));
        log.attach(segment(1, 7, 8));
        assertEquals(new ConversationLog.Quarantine(6, 6, LogCatalogue.missing("a", 6, 6)), log.quarantine());
    }

    @Test
    void aSegmentAmongGivenUpEventsMovesNothingAndOneBehindThemDoes() {
        log.admit(new Gap(3, 5, hash(2)));
        log.attach(segment(1, 1, 2));
        log.attach(segment(2, 4, 5));
        stands(2, 2);
        log.attach(segment(3, 6, 7));
        stands(7, 7);
        assertNull(log.quarantine());
        log.attach(segment(4, 8, 9));
        stands(9, 9);
    }

    @Test
    void aSegmentThatReachesOutOfGivenUpEventsIsTaken() {
        log.admit(new Gap(3, 5, hash(2)));
        log.attach(segment(1, 1, 2));
        log.attach(segment(2, 5, 7));
        stands(7, 7);
        assertNull(log.quarantine());
    }

    @Test
    void theSegmentsOfARewrittenFileTakeThePlaceOfTheOldOnes() {
        recover(log, 1, 1, 2);
        recover(log, 2, 3, 4);
        recover(log, 3, 5, 6);
        assertSame(log, log.replaceSegments(2, List.of(new Segment(2, 3, 7, hash(2), hash(3)), segment(2, 4, 4))));
        assertEquals(List.of("2: 3-3", "2: 4-4"), shapes(log.segmentsIn(2)));
        assertEquals(7, offset(log, 3), "found by halving, so the order is right");
        assertEquals(20, offset(log, 2));
        assertEquals(50, offset(log, 5));
        log.replaceSegments(1, List.of());
        assertNull(log.span(1, 1));
        assertEquals(60, offset(log, 6));
    }

    @Test
    void onlyTheWatcherThatLeavesLeaves() {
        Runnable one = () -> {};
        Runnable two = () -> log.head();
        log.watch(one);
        log.watch(two);
        assertEquals(List.of(one, two), log.watchers());
        log.unwatch(one);
        assertEquals(List.of(two), log.watchers());
    }
}
