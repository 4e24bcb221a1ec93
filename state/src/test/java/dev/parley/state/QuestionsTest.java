package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.AgentEvents.RequestedTool;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.state.Questions.Asked;
import dev.parley.state.UnansweredQuestions.Unanswered;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Questions about calls as the fold of a conversation's events, and each rule with an event that only it refuses. */
class QuestionsTest {
    private static final Json.Obj TEA = Json.Obj.EMPTY.with("item", "tea");

    private final ConversationState state = new ConversationState();
    private long events;
    private long epoch = 1;
    private long turn = 1;
    private long nowMs = 1_000;
    private long replies;

    private Recorded at(Event event) {
        RuneDraft draft = EventCatalogue.draft("talk", event);
        RuneEnvelope own = draft.envelope();
        RuneEnvelope envelope = new RuneEnvelope(
                "talk",
                own.kind(),
                own.lane(),
                own.visibility(),
                turn,
                "",
                0,
                "",
                "",
                epoch,
                nowMs * 1_000_000,
                0,
                RuneEnvelope.NO_MEDIA_TIME,
                RuneEnvelope.SCHEMA_VERSION,
                "",
                "",
                0,
                0);
        return Recorded.of(Rune.of(new RuneDraft(envelope, draft.payload()), ++events, Hash.ZERO));
    }

    private void happens(Event event) {
        Recorded recorded = at(event);
        assertNull(Happening.broken(state, recorded, List.of("questions.", "calls.")), "an honest event");
        state.apply(recorded);
    }

    private String refused(Event event) {
        Rule.Broken broken = Happening.broken(state, at(event), List.of("questions.", "calls."));
        return broken == null ? "" : broken.id();
    }

    private Decided verdict(String target, String action, String actor) {
        List<Long> at = List.of(nowMs / 1_000, nowMs % 1_000 * 1_000_000, 0L);
        return new Decided(1, at, actor, target, action, null, "allowed", null, null, null, "d");
    }

    private ToolDecided tool(String call, String action, Json.@Nullable Obj parameters) {
        return new ToolDecided(verdict(call, action, action.equals("call") ? "agent" : "system"), parameters, null);
    }

    private ToolDecided ask(String call, @Nullable String words) {
        Json.Obj terms = Json.Obj.EMPTY.with("terms", Json.Obj.EMPTY.with("approval_timeout_ms", 30_000));
        return tool(call, "ask", words == null ? terms : terms.with("words", words));
    }

    private void end(String action) {
        happens(new TurnDecided(verdict("1", action, "system"), null, null));
    }

    private void proposed(String call) {
        happens(new AgentReplied(
                ++replies, "", true, List.of(new RequestedTool(call, "order")), null, null, null, null));
        Json.Obj made = Json.Obj.EMPTY.with("tool", "order").with("arguments", TEA);
        happens(tool(call, "call", made.with("turn", turn).with("epoch", epoch)));
    }

    /** The number of the reply that asks. */
    private long asked(String call, String text) {
        happens(ask(call, "digest"));
        happens(new AgentReplied(++replies, text, true, List.of(), null, call, null, null));
        return replies;
    }

    private void spoken(long reply, String action) {
        happens(new StreamDecided(verdict("reply:" + reply, action, "agent"), null, null));
    }

    private void played(long reply, boolean interrupted) {
        happens(new PlaybackEnded(reply, 0, 0, 5, 5, interrupted, null, null, null));
    }

    private void heard(long reply) {
        spoken(reply, "CREATE");
        spoken(reply, "STOP");
        played(reply, false);
    }

    private Asked question(String call) {
        return Objects.requireNonNull(state.questions().about(call));
    }

    private Unanswered left(String call) {
        return Objects.requireNonNull(state.unansweredQuestions().open().get(call));
    }

    @Test
    void aQuestionIsAskedSaidHeardToldAndAnswered() {
        proposed("c1");
        happens(ask("c1", "digest"));
        assertEquals(question("c1"), state.questions().open());
        assertEquals(0, question("c1").reply());
        happens(new AgentReplied(7, "May I  order?", true, List.of(), null, "c1", null, null));
        happens(new AgentReplied(8, "Well?", true, List.of(), null, "c1", null, null));
        assertEquals(7, question("c1").reply(), "the first reply about it is the question");
        heard(8);
        assertEquals(0, question("c1").heardAt());
        nowMs = 2_000;
        heard(7);
        assertEquals(events, question("c1").heardAt());
        assertFalse(question("c1").told());
        assertFalse(question("c1").isHeardBy(2_000), "the room was not told yet");
        happens(tool("c1", "heard", null));
        assertTrue(question("c1").told());
        assertEquals(2_000, question("c1").toldMs());
        assertTrue(question("c1").isHeardBy(2_000), "words that are begun in the moment in which it ends are in time");
        assertFalse(question("c1").isHeardBy(1_999));
        happens(tool("c1", "approve", Json.Obj.EMPTY.with("standing", "confirmed_adult")));
        assertNull(state.questions().open());
        assertEquals(7, question("c1").reply(), "its answer is held to it until the turn ends");
    }

    @Test
    void aQuestionInSentencesIsHeardWhenAllItsWordsWere() {
        proposed("c1");
        long reply = asked("c1", "It costs 5.  May I?");
        happens(new AgentSentenceReleased(20, reply, null, "It costs 5."));
        happens(new AgentSentenceReleased(21, reply, null, "May I?"));
        heard(20);
        assertEquals(0, question("c1").heardAt());
        heard(21);
        assertEquals(events, question("c1").heardAt());
    }

    @Test
    void whatIsCutOrStoppedByAnotherIsNotHeard() {
        proposed("c1");
        long reply = asked("c1", "May I?");
        spoken(reply, "CREATE");
        played(reply, false);
        assertEquals(0, question("c1").heardAt(), "it was not stopped");
        happens(new StreamDecided(verdict("reply:" + reply, "STOP", "system"), null, null));
        played(reply, false);
        assertEquals(0, question("c1").heardAt(), "another has stopped it");
        spoken(reply, "CREATE");
        spoken(reply, "STOP");
        played(reply, true);
        assertEquals(0, question("c1").heardAt());
        spoken(reply, "CREATE");
        spoken(reply, "INTERRUPT");
        assertEquals(0, state.questions().speakers().size());
    }

    @Test
    void aQuestionThatIsAskedAnewIsAnotherOne() {
        proposed("c1");
        long first = asked("c1", "May I?");
        long second = asked("c1", "May I, all of you?");
        heard(first);
        assertEquals(0, question("c1").heardAt());
        heard(second);
        assertEquals(events, question("c1").heardAt());
    }

    @Test
    void questionsEndWithTheirTurnAndWithTheirRuntime() {
        proposed("c1");
        asked("c1", "May I?");
        happens(tool("c1", "cancel", null));
        happens(new ToolSettled("c1", "order", "cancelled", Json.Null.NULL, ""));
        end("abort");
        assertNull(state.questions().about("c1"));
        proposed("c2");
        asked("c2", "May I?");
        epoch = 2;
        happens(new PlacementLeaseRotated(2, null, null, null));
        assertEquals("c2", question("c2").call(), "the same runtime goes on");
        epoch = 3;
        assertEquals("questions.heard", refused(tool("c2", "heard", null)));
        happens(new StreamDecided(verdict("reply:99", "CREATE", "agent"), null, null));
        assertNull(state.questions().about("c2"), "another one asks its own questions");
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        proposed("c1");
        proposed("c2");
        long reply = asked("c1", "May I?");
        assertEquals("questions.one", refused(ask("c2", "digest")));
        assertEquals("", refused(ask("c2", null)), "a question by an event is not said");
        assertEquals("", refused(ask("c1", "digest")));
        assertEquals("questions.heard", refused(tool("c1", "heard", null)));
        heard(reply);
        Event abort = new TurnDecided(verdict("1", "abort", "system"), null, null);
        happens(tool("c2", "dispatch", null));
        state.apply(at(new ToolSettled("c1", "order", "success", Json.Null.NULL, "")));
        assertEquals("questions.told", refused(abort));
        happens(tool("c9", "reject", null), 0);
        state.apply(at(tool("c1", "heard", null)));
        assertEquals("", refused(abort));
        assertEquals("calls.turn", refused(tool("c1", "expire", null)));
        assertEquals(
                List.of("questions.heard", "questions.told", "questions.one"),
                QuestionRules.ALL.stream().map(Rule::id).toList());
    }

    private void happens(Event event, long inTurn) {
        long before = turn;
        turn = inTurn;
        happens(event);
        turn = before;
    }

    @Test
    void aCallThatEndsBeforeItsQuestionIsHeardNeedsNoAnswer() {
        proposed("c1");
        long reply = asked("c1", "May I?");
        happens(tool("c1", "expire", null));
        happens(new ToolSettled("c1", "order", "denied", Json.Null.NULL, ""));
        assertTrue(question("c1").isOver());
        heard(reply);
        end("abort");
    }

    private void says(String by) {
        happens(new UserSpoke(new UserText("order tea", by, null, null, null, null)));
    }

    private List<String> unanswered() {
        return List.copyOf(state.unansweredQuestions().open().keySet());
    }

    private void cancelled(String call, String reason) {
        happens(tool(call, "cancel", Json.Obj.EMPTY.with("reason", reason)));
        happens(new ToolSettled(call, "order", "cancelled", Json.Null.NULL, reason));
    }

    @Test
    void aQuestionWhoseHostIsGoneIsStillUnanswered() {
        says("ana");
        proposed("c1");
        long reply = asked("c1", "May I?");
        long untilMs = 1_000 + 30_000 + ToolTerms.UNHEARD_MS;
        assertEquals(new Unanswered("order", TEA, "ana", 1, 30_000, untilMs, false), left("c1"));
        nowMs = 5_000;
        heard(reply);
        happens(tool("c1", "heard", null));
        assertEquals(35_000, left("c1").untilMs());
        cancelled("c1", "drained");
        end("abort");
        assertEquals(List.of("c1"), unanswered());
        assertEquals(0, state.unansweredQuestions().proposed().size());
    }

    @Test
    void aQuestionThatIsPutAgainIsTheSameForTheSamePerson() {
        says("ana");
        proposed("c1");
        asked("c1", "May I?");
        cancelled("c1", "drained");
        end("abort");
        happens(new SessionResumed("drained", List.of(), List.of(), List.of("c1"), List.of()));
        turn = 2;
        proposed("c2");
        asked("c2", "May I?");
        assertEquals(List.of("c2"), unanswered());
        assertEquals("ana", left("c2").by());
        cancelled("c2", "interrupted");
        assertEquals(List.of(), unanswered());
    }

    @Test
    void otherWordsOrAnEndAnswerAQuestion() {
        proposed("c1");
        asked("c1", "May I?");
        says("ana");
        assertEquals(List.of("c1"), unanswered(), "words of its own turn may be the answer");
        happens(tool("c1", "expire", null));
        assertEquals(List.of(), unanswered());
        happens(new ToolSettled("c1", "order", "denied", Json.Null.NULL, ""));
        proposed("c2");
        asked("c2", "May I?");
        cancelled("c2", "drained");
        end("abort");
        turn = 2;
        says("ana");
        assertEquals(List.of(), unanswered(), "the person has gone on");
    }
}
