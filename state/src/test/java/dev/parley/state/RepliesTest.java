package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PlaybackEvents.CaptionShown;
import dev.parley.kernel.event.PlaybackEvents.PlaybackCorrected;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackPaused;
import dev.parley.kernel.event.PlaybackEvents.PlaybackProgressed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The replies of a turn as the fold of its events, and each rule with an event that only it refuses. */
class RepliesTest {
    private static final List<String> TO_PLAY = List.of("CREATE", "START", "COMPILE", "PLAY");

    private final Happening story = new Happening("replies.", "played.");

    @BeforeEach
    void opensATurn() {
        story.happens(new ClientConnected());
        story.happens(new AgentStateChanged("listening"));
        turn("turn_open_proposed");
        turn("turn_open");
        story.happens(new AgentStateChanged("speaking"));
    }

    private static Decided decided(String actor, String target, String action) {
        return new Decided(0, List.of(0L, 0L, 0L), actor, target, action, null, "allowed", null, null, null, "");
    }

    private static TurnDecided ofTurn(String action) {
        return new TurnDecided(decided("system", "1", action), Json.Obj.EMPTY.with("epoch", 1), null);
    }

    private void turn(String action) {
        story.happens(ofTurn(action), 1, 0);
    }

    private static StreamDecided stream(String actor, long reply, String action) {
        return new StreamDecided(
                decided(actor, "reply:" + reply, action), Json.Obj.EMPTY.with("interruptible", true), null);
    }

    private void happens(Event event, long ms) {
        story.happens(event, 1, ms);
    }

    private String refused(Event event, long ms) {
        return story.refused(event, 1, ms);
    }

    private static AgentReplied said(long reply) {
        return new AgentReplied(reply, "a cup of tea", true, List.of(), null, null, null, null);
    }

    private Reply reply(long number) {
        Reply reply = story.state().openReplies().reply(number);
        assertNotNull(reply);
        return reply;
    }

    private void plays(long reply) {
        TO_PLAY.forEach(action -> happens(stream("agent", reply, action), 0));
        happens(new PlaybackStarted(reply, 1_000L), 0);
    }

    private static PlaybackEnded ended(long playedMs, long audioMs, boolean interrupted, @Nullable Long after) {
        return new PlaybackEnded(1, 0, playedMs, playedMs, audioMs, interrupted, after, null, null);
    }

    private static PlaybackEnded ended(long playedMs) {
        return ended(playedMs, 1_000, playedMs < 1_000, null);
    }

    @Test
    void aReplyIsPlayedForAsLongAsItPlays() {
        happens(said(1), 0);
        plays(1);
        happens(new PlaybackProgressed(1, 200), 200);
        happens(new PlaybackPaused(1, 300), 300);
        assertFalse(reply(1).isPlaying());
        happens(new PlaybackResumed(1, reply(1).play, reply(1).stoppedBy(), 1_000L), 900);
        assertEquals(400, reply(1).exactMs(1_000));
        happens(stream("agent", 1, "STOP"), 1_600);
        happens(ended(1_000), 1_600);
        assertFalse(reply(1).isOpen());
        turn("commit");
        assertEquals(List.of(), story.state().openReplies().all());
        happens(new PlaybackCorrected(1, 700, 300, 2), 1_700);
        assertEquals("played.corrected", refused(new PlaybackCorrected(1, 800, 0, 2), 1_700));
    }

    @Test
    void aReplyThatIsSpokenWhileItIsWrittenIsLeftAsFarAsItWasNotHeard() {
        happens(new AgentReplyStarted(1, true), 0);
        assertTrue(reply(1).isLeft(), "nobody knows its end");
        happens(new AgentSentenceReleased(2, 1, true, "A cup."), 0);
        happens(said(1), 0);
        assertTrue(reply(1).isLeft(), "its sentence was not heard");
        assertFalse(reply(2).isLeft(), "a sentence belongs to its reply");
        plays(2);
        happens(stream("agent", 2, "STOP"), 1_000);
        happens(new PlaybackEnded(2, 0, 1_000, 1_000, 1_000, false, null, null, null), 1_000);
        assertFalse(reply(1).isLeft());
    }

    @Test
    void whoeverComesLaterKnowsHowFarItWasPlayed() {
        happens(said(1), 0);
        plays(1);
        happens(new PlaybackProgressed(1, 200), 200);
        happens(new SpeechCutOff(1), 200);
        story.under(2);
        happens(stream("system", 1, "FAIL"), 500);
        assertTrue(reply(1).isOpen());
        assertEquals(200, reply(1).playedMs());
        happens(new SpeechCutOff(1), 500);
        happens(ended(200), 500);
    }

    @Test
    void theSystemCutsWhatAnAgentSays() {
        happens(said(1), 0);
        plays(1);
        happens(stream("system", 1, "STOP"), 100);
        assertTrue(reply(1).isStopped());
        happens(ended(100), 100);
        happens(said(2), 100);
        happens(stream("system", 2, "CREATE"), 100);
        happens(stream("system", 2, "PLAY"), 100);
        happens(stream("system", 2, "STOP"), 100);
        assertFalse(reply(2).isStopped(), "it ends what it says itself");
    }

    @Test
    void whoLosesTheRecordLeavesWhatIsHeardToTheNextRuntime() {
        happens(said(1), 0);
        plays(1);
        Json.Obj why = Json.Obj.EMPTY.with("epoch", 1).with("reason", Turns.RECORD_LOST);
        happens(new TurnDecided(decided("system", "1", "abort"), why, null), 100);
        turn("close");
        story.under(2);
        story.happens(stream("system", 1, "FAIL"), 0, 200);
        assertTrue(reply(1).isOpen());
        happens(ended(0), 200);
    }

    @Test
    void aFarEndMayHaveHeardLessOfSpeechInFramesThanItsPace() {
        happens(said(1), 0);
        TO_PLAY.forEach(action -> happens(stream("agent", 1, action), 0));
        story.inSound(new PlaybackStarted(1, null), 1, 0);
        happens(new PlaybackProgressed(1, 500), 500);
        happens(new PlaybackPaused(1, 400), 600);
        happens(new PlaybackResumed(1, reply(1).play, reply(1).stoppedBy(), null), 700);
        assertEquals("played.progress", refused(new PlaybackProgressed(1, 399), 800), "it was heard so far before");
    }

    @Test
    void aSnapshotHoldsNoReply() {
        story.state().apply(story.at(said(7), 3, 0));
        story.state().rest();
        assertEquals(List.of(), story.state().openReplies().all());
    }

    @Test
    void eachRuleOfATextRefusesWhatNoOtherRuleDoes() {
        assertEquals("replies.number", refused(said(2), 0));
        assertEquals("replies.number", refused(new AgentReplyStarted(2, true), 0));
        assertEquals("replies.turn", story.refused(said(1), 2, 0));
        assertEquals("replies.turn", story.refused(new AgentReplyStarted(1, true), 2, 0));
        assertEquals("replies.whole", refused(new AgentSentenceReleased(1, 9, null, "A."), 0));
        assertEquals("replies.answer", refused(ofTurn("commit"), 0));
        happens(new AgentReplyStarted(1, false), 0);
        assertEquals("replies.same", refused(said(1), 0));
        assertEquals("replies.ended", refused(ofTurn("commit"), 0), "it is still written");
        assertEquals("replies.number", refused(new AgentSentenceReleased(3, 1, true, "A."), 0));
        happens(new SpeechCutOff(1), 0);
        assertEquals("replies.cut", refused(new SpeechCutOff(1), 0));
        assertEquals("replies.cut", refused(new SpeechCutOff(2), 0));
    }

    @Test
    void eachRuleOfAStreamRefusesWhatNoOtherRuleDoes() {
        assertEquals("replies.stream", refused(stream("agent", 1, "CREATE"), 0));
        happens(said(1), 0);
        assertEquals(
                "replies.interruptible",
                refused(new StreamDecided(decided("agent", "reply:1", "CREATE"), null, null), 0));
        assertEquals("replies.begins", story.refused(stream("agent", 1, "PLAY"), 0, 0));
        assertEquals("replies.stop", refused(stream("user_ana", 1, "STOP"), 0));
        happens(stream("agent", 1, "CREATE"), 0);
        assertEquals("replies.ended", refused(ofTurn("commit"), 0), "its stream has not ended");
        happens(stream("agent", 1, "PLAY"), 0);
        happens(new PlaybackStarted(1, 1_000L), 0);
        happens(new PlaybackPaused(1, 10), 10);
        assertEquals("replies.own_stop", refused(stream("agent", 1, "STOP"), 20));
        assertEquals(
                List.of(
                        "replies.number",
                        "replies.turn",
                        "replies.whole",
                        "replies.same",
                        "replies.cut",
                        "replies.stop",
                        "replies.stream",
                        "replies.interruptible",
                        "replies.begins",
                        "replies.own_stop",
                        "replies.ended",
                        "replies.answer"),
                Happening.rules("replies."),
                "each rule has its event in this class");
    }

    @Test
    void eachRuleOfAPlaybackRefusesWhatNoOtherRuleDoes() {
        happens(said(1), 0);
        assertEquals("played.allowed", refused(new PlaybackStarted(1, 1_000L), 0));
        assertEquals("played.progress", refused(new PlaybackProgressed(1, 0), 0));
        assertEquals("played.captioned", refused(new CaptionShown(1, "a"), 0));
        TO_PLAY.forEach(action -> happens(stream("agent", 1, action), 0));
        assertEquals("played.audio", refused(new PlaybackStarted(1, null), 0));
        happens(new PlaybackStarted(1, 1_000L), 0);
        assertEquals("played.once", refused(new PlaybackStarted(1, 1_000L), 0));
        assertEquals("played.progress", refused(new PlaybackProgressed(1, 1_001), 100));
        assertEquals("played.stream", refused(ended(100), 100));
        assertEquals("played.resumed", refused(new PlaybackResumed(1, reply(1).play, 0, 1_000L), 100));
        happens(new CaptionShown(1, "a"), 100);
        assertEquals("played.captioned", refused(new CaptionShown(1, "a"), 100));
        happens(new PlaybackPaused(1, 100), 100);
        assertEquals("played.progress", refused(new PlaybackPaused(1, 100), 100));
        assertEquals("played.progress", refused(new PlaybackProgressed(1, 99), 100));
        long pause = reply(1).stoppedBy();
        long play = reply(1).play;
        assertEquals("played.resumed", refused(new PlaybackResumed(1, play + 1, pause, 1_000L), 100));
        assertEquals("played.resumed", refused(new PlaybackResumed(1, play, pause + 1, 1_000L), 100));
        assertEquals("played.resumed", refused(new PlaybackResumed(1, play, pause, 999L), 100));
        happens(stream("system", 1, "STOP"), 100);
        assertEquals("played.ended", refused(ended(100), 100), "it does not name its stop");
        assertEquals("played.ended", refused(ended(100, 999, true, pause), 100));
        assertEquals("played.ended", refused(ended(100, 1_000, false, pause), 100));
        happens(ended(100, 1_000, true, pause), 100);
        assertEquals("played.corrected", refused(new PlaybackCorrected(9, 1, 1, 1), 100));
    }

    @Test
    void nothingIsHeardInAHaltedConversation() {
        happens(said(1), 0);
        TO_PLAY.forEach(action -> happens(stream("agent", 1, action), 0));
        Decided halting =
                new Decided(0, List.of(0L, 0L, 0L), "plugin", "voice", "TAMPER", null, "halted", null, null, null, "");
        happens(new StreamDecided(halting, null, null), 0);
        assertEquals("played.turn", refused(new PlaybackStarted(1, 1_000L), 0));
        assertEquals("replies.stop", refused(stream("agent", 1, "STOP"), 0));
        assertEquals(
                List.of(
                        "played.allowed",
                        "played.once",
                        "played.turn",
                        "played.audio",
                        "played.captioned",
                        "played.resumed",
                        "played.progress",
                        "played.stream",
                        "played.ended",
                        "played.corrected"),
                Happening.rules("played."),
                "each rule has its event in this class");
    }
}
