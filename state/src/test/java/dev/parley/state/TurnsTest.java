package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRevoked;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The turns of a conversation as the fold of its events, and each rule with an event that only it refuses. */
class TurnsTest {
    private static final SessionResumed RESUMED =
            new SessionResumed("authority_loss", List.of(), List.of(), List.of(), List.of());

    private final Happening story = new Happening("turns.");
    private long epoch = 1;

    private Turns turns() {
        return story.state().turns();
    }

    private static Decided decided(String actor, String target, String action, String decision) {
        return new Decided(0, List.of(0L, 0L, 0L), actor, target, action, null, decision, null, null, null, "");
    }

    private TurnDecided verdict(long turn, String action, String reason, String decision) {
        Json.Obj parameters = Json.Obj.EMPTY.with("epoch", epoch).with("reason", reason);
        return new TurnDecided(decided("system", Long.toString(turn), action, decision), parameters, null);
    }

    private TurnDecided allowed(long turn, String action) {
        return verdict(turn, action, "", "allowed");
    }

    private void happens(long turn, String action) {
        story.happens(allowed(turn, action), turn, 0);
    }

    private String refused(long turn, String action) {
        return story.refused(allowed(turn, action), turn, 0);
    }

    private String aborted(long turn, String reason) {
        return story.refused(verdict(turn, "abort", reason, "allowed"), turn, 0);
    }

    private void opens(long turn) {
        happens(turn, "turn_open_proposed");
        happens(turn, "turn_open");
    }

    private void closes(long turn) {
        happens(turn, "commit");
        happens(turn, "close");
    }

    private void under(long lease) {
        epoch = lease;
        story.under(lease);
    }

    private void halts(String decision, String action) {
        story.happens(new StreamDecided(decided("ops", "voice", action, decision), Json.Obj.EMPTY, null));
    }

    @Test
    void oneTurnIsOpenAtATime() {
        opens(1);
        assertEquals(1, turns().open());
        assertTrue(turns().isActive(1));
        closes(1);
        assertEquals(0, turns().open());
        opens(2);
        assertEquals(2, turns().last());
    }

    @Test
    void aTurnThatDoesNotOpenGivesItsNumberToTheNextOneOfTheSameRuntimeOnly() {
        opens(1);
        closes(1);
        happens(2, "turn_open_proposed");
        happens(2, "deauthorized_drain");
        assertEquals("", refused(2, "turn_open_proposed"));
        under(2);
        story.happens(RESUMED);
        assertEquals(2, turns().last(), "another runtime takes no number twice");
        opens(3);
    }

    @Test
    void anotherRuntimeOnlyEndsWhatWasLeftOpen() {
        opens(1);
        under(2);
        assertEquals("turns.commit", refused(1, "commit"));
        assertEquals("", aborted(1, "authority_loss"));
        happens(1, "close");
        assertEquals("turns.resumed_first", refused(2, "turn_open_proposed"));
        story.happens(RESUMED);
        opens(2);
        assertTrue(turns().isActive(2));
    }

    @Test
    void aSnapshotSaysOfTurnsThatTheyAreOver() {
        story.state().apply(story.at(new TurnStarted("plan", null, null), 7, 0));
        under(2);
        story.state().apply(story.at(new PlacementLeaseRevoked("authority.revoked"), 0, 0));
        story.state().rest();
        assertEquals(0, turns().open());
        assertFalse(turns().isRecovering());
        opens(8);
    }

    @Test
    void aHaltLastsUntilSomebodyResumes() {
        halts("halted", "PLAY");
        assertTrue(story.state().halt().isHalted());
        halts("denied", "RESUME");
        assertTrue(story.state().halt().isHalted());
        halts("allowed", "RESUME");
        assertFalse(story.state().halt().isHalted());
    }

    @Test
    void whatIsRefusedChangesNothing() {
        story.happens(verdict(1, "turn_open_proposed", "", "denied"), 1, 0);
        story.happens(verdict(1, "turn_open", "", "denied"), 1, 0);
        assertEquals(0, turns().open());
        assertEquals(0, turns().proposed());
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        assertEquals("turns.by_system", story.refused(allowed(1, "turn_open_proposed"), 2, 0));
        assertEquals("turns.number", refused(2, "turn_open_proposed"));
        epoch = 2;
        assertEquals("turns.epoch", refused(1, "turn_open_proposed"));
        epoch = 1;
        opens(1);
        assertEquals("turns.one_open", refused(2, "turn_open_proposed"));
        assertEquals("turns.interrupted", aborted(1, "interrupted"));
        assertEquals("turns.cancelled", aborted(1, "cancelled"));
        assertEquals("turns.authority", aborted(1, "authority_loss"));
        assertEquals("turns.commit", refused(2, "commit"));
        story.happens(new BargedIn(null), 1, 0);
        assertEquals("turns.barge_in", story.refused(new BargedIn(null), 1, 0));
        assertEquals("turns.barge_in", story.refused(new BargedIn(""), 1, 0), "an agent has a name");
        assertEquals("", story.refused(new BargedIn("cook"), 1, 0), "another agent may");
        story.happens(new VoiceSegmentStarted(new VoiceSegment("s1", "", true), null));
        assertEquals("", story.refused(new BargedIn(null), 1, 0), "something was heard");
        assertEquals("turns.barge_in", story.refused(new BargedIn(null), 2, 0));
        story.happens(new TurnCancelled("", "turn"), 1, 0);
        assertEquals("turns.stop", story.refused(new TurnCancelled("", "turn"), 1, 0));
        assertEquals("", story.refused(new TurnCancelled("", "turn"), 0, 0), "there may be nothing to stop");
        assertEquals("", aborted(1, "cancelled"));
        happens(1, "close");
        halts("halted", "PLAY");
        assertEquals("turns.halted", refused(2, "turn_open_proposed"));
        under(2);
        assertEquals("turns.resumed_first", refused(2, "turn_open_proposed"));
        assertEquals(12, Happening.rules("turns.").size(), "each rule has its event in this class");
    }
}
