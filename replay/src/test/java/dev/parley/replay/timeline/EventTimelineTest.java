package dev.parley.replay.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Item 22 and replayability of 4.3: a timeline by session, turn and lane, and a cursor with rules for its steps. */
class EventTimelineTest {
    private static final List<Rune> RUNES = List.of(
            rune(1, "frame", Lane.DATA, 1, 10),
            rune(2, "metric", Lane.TELEMETRY, 1, 20),
            rune(3, "delta", Lane.DATA, 1, 20),
            rune(4, "cancel", Lane.CONTROL, 1, 20),
            rune(6, "open", Lane.CONTROL, 2, 30));
    private static final EventTimeline TIMELINE = EventTimeline.of(RUNES);

    @Test
    void aMomentIsGivenControlFirst() {
        ReplayCursor cursor = TIMELINE.cursor();
        assertEquals(List.of("frame"), kinds(cursor.stepMoment()));
        assertEquals(List.of("cancel", "delta", "metric"), kinds(cursor.stepMoment()));
        assertEquals(4, cursor.position());
        assertEquals(List.of("open"), kinds(cursor.stepMoment()));
        assertTrue(cursor.isAtEnd());
        assertEquals(List.of(), cursor.stepMoment());
    }

    @Test
    void singleStepsFollowTheRecord() {
        ReplayCursor cursor = TIMELINE.cursor();
        assertEquals(0, cursor.position());
        assertEquals(Optional.of("frame"), cursor.step().map(Rune::kind));
        cursor.seek(4);
        assertEquals(Optional.of("open"), cursor.step().map(Rune::kind));
        assertEquals(Optional.empty(), cursor.step());
    }

    @Test
    void viewsKeepTheOrder() {
        assertEquals(
                List.of("cancel", "open"), kinds(TIMELINE.lane(Lane.CONTROL).runes()));
        assertEquals(
                List.of("cancel"), kinds(TIMELINE.turn(1).lane(Lane.CONTROL).runes()));
    }

    @Test
    void whatIsOutOfOrderIsNoTimeline() {
        assertThrows(IllegalArgumentException.class, () -> EventTimeline.of(RUNES.reversed()));
    }

    private static List<String> kinds(List<Rune> runes) {
        return runes.stream().map(Rune::kind).toList();
    }

    private static Rune rune(long id, String kind, Lane lane, long turn, long nanos) {
        RuneDraft draft = RuneDraft.of("c", kind).withLane(lane).withTurn(turn).withTimes(nanos, 0);
        return Rune.of(draft, id, Hash.ZERO);
    }
}
