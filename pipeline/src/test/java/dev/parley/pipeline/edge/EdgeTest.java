package dev.parley.pipeline.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.EdgeSignal.Cause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 14, 15 and 16 of the pipeline, the lane rules 4.2.1, 4.2.2 and 4.2.3, and ruling D4. */
class EdgeTest {
    private static final long MS = 1_000_000L;
    private static final Bounds ROOMY = new Bounds(10, 1_000, 1_000, 1_000);
    private static final Watermarks MARKS = Watermarks.items(8, 4);

    @Test
    void controlOvertakesDataAndTelemetryThatCameEarlier() {
        Edge<String> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        edge.offer("metric", Lane.TELEMETRY, 1, 0);
        edge.offer("frame", Lane.DATA, 1, 0);
        edge.offer("cancel", Lane.CONTROL, 1, 0);

        assertEquals("cancel", edge.poll(0));
        assertEquals("frame", edge.poll(0));
        assertEquals("metric", edge.poll(0));
        assertNull(edge.poll(0));
    }

    @Test
    void controlEntersAnEdgeThatIsFullOfDataAndTelemetry() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.blocking(ROOMY, MARKS, 100));
        for (int i = 0; i < 10; i++) {
            edge.offer(i, Lane.DATA, 1, 0);
        }
        assertEquals(Offered.BLOCKED, edge.offer(10, Lane.DATA, 1, 0));
        assertEquals(Offered.ACCEPTED, edge.offer(99, Lane.CONTROL, 1_000_000, 0));
        assertEquals(99, edge.poll(0));
    }

    @Test
    void controlIsBoundedTooAndItsOverflowIsNeverSilent() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS).with(new LaneRules(2, 2, 1)));
        assertEquals(Offered.ACCEPTED, edge.offer(1, Lane.CONTROL, 1, 0));
        assertEquals(Offered.ACCEPTED, edge.offer(2, Lane.CONTROL, 1, 0));
        assertEquals(Offered.OVERFLOW, edge.offer(3, Lane.CONTROL, 1, 0));
    }

    @Test
    void controlNeverExpires() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        edge.offer(1, Lane.CONTROL, 1, 0);
        edge.tick(1_000_000 * MS);
        assertEquals(1, edge.poll(1_000_000 * MS));
    }

    @Test
    void highMarkRaisesWatermarkThenXoffAndLowMarkXonOnceEach() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        fill(edge, 9);
        assertEquals(
                List.of(new EdgeSignal.Watermark("e", 8, 8, 0), new EdgeSignal.FlowXoff("e")), edge.drainSignals());
        assertTrue(edge.isPressured());
        for (int i = 0; i < 4; i++) {
            edge.poll(0);
        }
        assertFalse(edge.hasSignals());
        edge.poll(0);
        assertEquals(List.of(new EdgeSignal.FlowXon("e")), edge.drainSignals());
        edge.poll(0);
        assertFalse(edge.hasSignals());
    }

    @Test
    void aMarkInMillisecondsRaisesPressureByAgeAlone() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.blocking(ROOMY, new Watermarks(8, 4, 50, 10), 100));
        edge.offer(1, Lane.DATA, 1, 0);
        edge.tick(49 * MS);
        assertFalse(edge.hasSignals());
        edge.tick(50 * MS);
        assertEquals(
                List.of(new EdgeSignal.Watermark("e", 1, 1, 50), new EdgeSignal.FlowXoff("e")), edge.drainSignals());
        edge.poll(50 * MS);
        assertEquals(List.of(new EdgeSignal.FlowXon("e")), edge.drainSignals());
    }

    @Test
    void dropGivesUpTheNewestWithOneNoticeForTheWholeRange() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        fill(edge, 100);
        List<EdgeSignal> signals = edge.drainSignals();
        assertEquals(new EdgeSignal.DropNotice("e", Lane.DATA, 11, 100, 90, Cause.FULL), signals.get(2));
        assertEquals(3, signals.size());
        assertEquals(90, edge.dropped(Lane.DATA));
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), drain(edge, 0));
    }

    @Test
    void dropCanGiveUpTheOldestInstead() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS).dropping(BufferSpec.DropEnd.OLDEST));
        fill(edge, 12);
        assertEquals(
                new EdgeSignal.DropNotice("e", Lane.DATA, 1, 2, 2, Cause.REPLACED),
                edge.drainSignals().get(2));
        assertEquals(List.of(2, 3, 4, 5, 6, 7, 8, 9, 10, 11), drain(edge, 0));
    }

    @Test
    void blockKeepsTheItemWithItsProducerUntilThereIsRoom() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.blocking(ROOMY, MARKS, 100));
        fill(edge, 10);
        assertEquals(Offered.BLOCKED, edge.offer(10, Lane.DATA, 1, 5 * MS));
        assertEquals(105 * MS, edge.blockedUntilNanos());
        edge.poll(20 * MS);
        assertEquals(Offered.ACCEPTED, edge.offer(10, Lane.DATA, 1, 20 * MS));
        assertEquals(Long.MAX_VALUE, edge.blockedUntilNanos());
        assertEquals(0, edge.dropped(Lane.DATA));
    }

    @Test
    void blockGivesTheItemUpAfterItsMaximumTimeAndSaysSo() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.blocking(ROOMY, MARKS, 100));
        fill(edge, 10);
        assertEquals(Offered.BLOCKED, edge.offer(10, Lane.DATA, 1, 0));
        assertEquals(Offered.BLOCKED, edge.offer(10, Lane.DATA, 1, 99 * MS));
        assertEquals(Offered.DROPPED, edge.offer(10, Lane.DATA, 1, 100 * MS));
        assertEquals(
                new EdgeSignal.DropNotice("e", Lane.DATA, 11, 11, 1, Cause.BLOCKED_TOO_LONG),
                edge.drainSignals().get(2));
        assertEquals(Offered.BLOCKED, edge.offer(11, Lane.DATA, 1, 100 * MS), "the next item has its own time");
    }

    @Test
    void mergeJoinsToTheLastAndLosesNothing() {
        Edge<String> edge = new Edge<>(
                "e", BufferSpec.merging(new Bounds(2, 1_000, 1_000, 1_000), Watermarks.items(2, 0)), String::concat);
        edge.offer("a", Lane.DATA, 1, 0);
        edge.offer("b", Lane.DATA, 1, 0);
        assertEquals(Offered.MERGED, edge.offer("c", Lane.DATA, 1, 0));
        assertEquals("a", edge.poll(0));
        assertEquals("bc", edge.poll(0));
        assertEquals(0, edge.dropped(Lane.DATA));
    }

    @Test
    void mergeBeyondTheBytesIsADropWithANotice() {
        Edge<String> edge = new Edge<>(
                "e", BufferSpec.merging(new Bounds(1, 2, 1_000, 1_000), Watermarks.items(1, 0)), String::concat);
        edge.offer("a", Lane.DATA, 1, 0);
        edge.offer("b", Lane.DATA, 1, 0);
        assertEquals(Offered.DROPPED, edge.offer("c", Lane.DATA, 1, 0));
        assertEquals(1, edge.dropped(Lane.DATA));
    }

    @Test
    void sampleKeepsOneInSoManyOfWhatDoesNotFit() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.sampling(ROOMY, MARKS, 3));
        fill(edge, 16);
        assertEquals(List.of(2, 3, 4, 5, 6, 7, 8, 9, 12, 15), drain(edge, 0));
        assertEquals(6, edge.dropped(Lane.DATA));
    }

    @Test
    void latestOnlyLeavesTheNewestAlone() {
        Edge<Integer> edge =
                new Edge<>("e", BufferSpec.latestOnly(new Bounds(1, 1_000, 1_000, 1_000), Watermarks.items(1, 0)));
        fill(edge, 5);
        assertEquals(List.of(4), drain(edge, 0));
        assertEquals(4, edge.dropped(Lane.DATA));
    }

    @Test
    void bytesAreABoundOfTheirOwn() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        assertEquals(Offered.ACCEPTED, edge.offer(1, Lane.DATA, 600, 0));
        assertEquals(Offered.DROPPED, edge.offer(2, Lane.DATA, 401, 0));
        assertEquals(Offered.ACCEPTED, edge.offer(3, Lane.DATA, 400, 0));
        assertEquals(Offered.DROPPED, edge.offer(4, Lane.DATA, 2_000, 0));
    }

    @Test
    void anItemThatCanNeverFitIsNotBlockedForEver() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.blocking(ROOMY, MARKS, 100));
        assertEquals(Offered.DROPPED, edge.offer(1, Lane.DATA, 2_000, 0));
    }

    @Test
    void whatIsTooOldIsNotDelivered() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(new Bounds(10, 1_000, 100, 1_000), MARKS));
        edge.offer(1, Lane.DATA, 1, 0);
        edge.offer(2, Lane.DATA, 1, 50 * MS);
        assertEquals(2, edge.poll(101 * MS));
        assertEquals(List.of(new EdgeSignal.DropNotice("e", Lane.DATA, 1, 1, 1, Cause.TOO_OLD)), edge.drainSignals());
    }

    @Test
    void underBlockTheAgeOfTheOldestClosesTheEdgeAndLosesNothing() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.blocking(new Bounds(10, 1_000, 100, 1_000), MARKS, 500));
        edge.offer(1, Lane.DATA, 1, 0);
        assertEquals(Offered.BLOCKED, edge.offer(2, Lane.DATA, 1, 101 * MS));
        assertEquals(1, edge.poll(101 * MS));
        assertEquals(Offered.ACCEPTED, edge.offer(2, Lane.DATA, 1, 101 * MS));
    }

    @Test
    void anEdgeThatAddsTooMuchLatencyCountsAsFullUntilItIsDrained() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(new Bounds(10, 1_000, 1_000, 100), MARKS));
        edge.offer(1, Lane.DATA, 1, 0);
        edge.offer(2, Lane.DATA, 1, 0);
        edge.poll(101 * MS);
        assertEquals(Offered.DROPPED, edge.offer(3, Lane.DATA, 1, 101 * MS));
        edge.poll(102 * MS);
        assertEquals(Offered.ACCEPTED, edge.offer(4, Lane.DATA, 1, 102 * MS));
    }

    @Test
    void telemetryShedsFirstWhenDataNeedsTheRoom() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        for (int i = 0; i < 3; i++) {
            edge.offer(-i, Lane.TELEMETRY, 1, 0);
        }
        fill(edge, 10);
        assertEquals(10, edge.items(Lane.DATA));
        assertEquals(0, edge.items(Lane.TELEMETRY));
        assertEquals(3, edge.dropped(Lane.TELEMETRY));
        assertEquals(0, edge.dropped(Lane.DATA));
    }

    @Test
    void telemetryIsRefusedUnderPressureAndSampledAsDeclared() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS).with(new LaneRules(4, 8, 2)));
        assertEquals(Offered.ACCEPTED, edge.offer(1, Lane.TELEMETRY, 1, 0));
        assertEquals(Offered.DROPPED, edge.offer(2, Lane.TELEMETRY, 1, 0));
        fill(edge, 8);
        assertEquals(Offered.DROPPED, edge.offer(3, Lane.TELEMETRY, 1, 0));
    }

    @Test
    void aFlushTakesDataOutAsADiscontinuityAndLeavesControl() {
        Edge<Integer> edge = new Edge<>("e", BufferSpec.dropping(ROOMY, MARKS));
        fill(edge, 8);
        edge.offer(99, Lane.CONTROL, 1, 0);
        edge.drainSignals();
        assertEquals(8, edge.flush(0));
        assertEquals(
                List.of(new EdgeSignal.Discontinuity("e", Lane.DATA, 1, 8, 8), new EdgeSignal.FlowXon("e")),
                edge.drainSignals());
        assertEquals(99, edge.poll(0));
        assertEquals(0, edge.dropped(Lane.DATA));
    }

    private static void fill(Edge<Integer> edge, int items) {
        for (int i = 0; i < items; i++) {
            edge.offer(i, Lane.DATA, 1, 0);
        }
    }

    private static List<Integer> drain(Edge<Integer> edge, long now) {
        List<Integer> items = new ArrayList<>();
        for (Integer item = edge.poll(now); item != null; item = edge.poll(now)) {
            items.add(item);
        }
        return items;
    }
}
