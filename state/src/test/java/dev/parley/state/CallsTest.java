package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentToolRequested;
import dev.parley.kernel.event.AgentEvents.RequestedTool;
import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HumanEvents.ApproverAnswerGiven;
import dev.parley.kernel.event.HumanEvents.OperatorAnswerGiven;
import dev.parley.kernel.event.HumanEvents.OperatorIdentity;
import dev.parley.kernel.event.ToolEvents.ToolCallProposed;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolProgressReported;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.UserEvents.UserAnswered;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.state.Calls.Open;
import dev.parley.state.Calls.Progress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The calls of a conversation as the fold of its events, and each rule with an event that only it refuses. */
class CallsTest {
    private static final Json.Obj ORDER =
            Json.Obj.EMPTY.with("tool", "order").with("turn", 1).with("epoch", 1);

    private final ConversationState state = new ConversationState();
    private long events;

    private Recorded at(Event event, long turn) {
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
                1,
                events,
                0,
                RuneEnvelope.NO_MEDIA_TIME,
                RuneEnvelope.SCHEMA_VERSION,
                "",
                "",
                0,
                0);
        return Recorded.of(Rune.of(new RuneDraft(envelope, draft.payload()), ++events, Hash.ZERO));
    }

    private long happens(Event event, long turn) {
        Recorded recorded = at(event, turn);
        assertNull(Happening.broken(state, recorded, List.of("calls.")), "an honest event");
        state.apply(recorded);
        return recorded.id();
    }

    private String refused(Event event, long turn) {
        Rule.Broken broken = Happening.broken(state, at(event, turn), List.of("calls."));
        return broken == null ? "" : broken.id();
    }

    private static Decided decided(
            String target, String action, String actor, String decision, @Nullable String machine) {
        return new Decided(1, List.of(0L, 0L, 0L), actor, target, action, machine, decision, null, null, null, "d");
    }

    private static ToolDecided tool(String call, String action, Json.@Nullable Obj parameters) {
        String actor = action.equals("call") ? "agent" : "system";
        return new ToolDecided(decided(call, action, actor, "allowed", null), parameters, null);
    }

    private static ToolDecided denied(String call, String action) {
        return new ToolDecided(decided(call, action, "agent", "denied", null), ORDER, "no");
    }

    private static TurnDecided turn(String action) {
        return new TurnDecided(decided("1", action, "system", "allowed", null), null, null);
    }

    private static HouseholdDecided command(String action, String call) {
        Json.Obj parameters = Json.Obj.EMPTY.with("call", call);
        return new HouseholdDecided(decided("ana", action, "user_ana", "allowed", "command"), parameters, null);
    }

    private static AgentReplied reply(long number, @Nullable String about, RequestedTool... calls) {
        return new AgentReplied(number, "Well.", true, List.of(calls), null, about, null, null);
    }

    private static RequestedTool order(String id) {
        return new RequestedTool(id, "order");
    }

    private static ToolSettled settled(String call) {
        return new ToolSettled(call, "order", "success", Json.Null.NULL, "");
    }

    private void proposed(String call) {
        happens(reply(1, null, order(call)), 1);
        happens(tool(call, "call", ORDER), 1);
    }

    private Open open(String call) {
        return Objects.requireNonNull(state.calls().open().get(call));
    }

    private static UserAnswered answer(@Nullable String call) {
        return new UserAnswered("ana", true, call, null, null, null);
    }

    @Test
    void aCallIsOpenUntilItsResultIsRecorded() {
        proposed("c1");
        assertEquals(new Open(1, "order", Progress.PROPOSED, events, true), open("c1"));
        happens(tool("c1", "ask", Json.Obj.EMPTY), 1);
        assertEquals(Progress.ASKED, open("c1").progress());
        state.apply(at(tool("c1", "heard", null), 1));
        assertEquals(Progress.ASKED, open("c1").progress());
        happens(tool("c1", "approve", Json.Obj.EMPTY.with("standing", "confirmed_adult")), 1);
        assertEquals(Progress.PERMITTED, open("c1").progress());
        happens(tool("c1", "dispatch", null), 1);
        happens(new ToolDispatched("c1", "order"), 1);
        assertEquals(Progress.RUNNING, open("c1").progress());
        long progress = happens(new ToolProgressReported("c1", Json.of(1)), 1);
        assertEquals(progress, open("c1").newest());
        happens(tool("c1", "result", null), 1);
        assertFalse(state.calls().isOpen("c1"));
        assertNull(state.calls().firstOpen());
        assertEquals(Progress.SETTLED, open("c1").progress());
        happens(settled("c1"), 1);
        assertEquals(0, state.calls().open().size());
        assertNull(state.calls().turn("c1"));
        assertEquals("c1#2", state.calls().ids().next("c1"));
    }

    @Test
    void aRefusedCallIsOfItsTurnUntilItsDenialIsRecorded() {
        happens(denied("c1", "call"), 1);
        assertTrue(state.calls().isRefused("c1"));
        assertFalse(state.calls().isOpen("c1"));
        assertEquals("c1#2", state.calls().ids().next("c1"), "its id is used");
        assertEquals("", refused(answer("c1"), 1));
        happens(new ToolSettled("c1", "order", "denied", Json.Null.NULL, "malformed"), 1);
        assertFalse(state.calls().isRefused("c1"));
    }

    @Test
    void callsOfTheFirstSchemaHaveNoVerdicts() {
        happens(new ToolCallProposed("c1", "order", Json.Obj.EMPTY), 1);
        assertEquals(new Open(1, "order", Progress.PROPOSED, 1, false), open("c1"));
        happens(new ToolDispatched("c1", "order"), 1);
        assertEquals(new Open(1, "order", Progress.RUNNING, 2, false), open("c1"));
        happens(settled("c1"), 1);
        assertEquals(0, state.calls().open().size());
    }

    @Test
    void aCommandIsOfTheTurnInWhichItWasDetectedUntilItIsDone() {
        happens(command("command_detected", "c1"), 3);
        assertEquals(3, state.calls().commandTurn("c1"));
        happens(command("execution_started", "c1"), 3);
        happens(command("done", "c1"), 3);
        assertNull(state.calls().commandTurn("c1"));
    }

    @Test
    void knowsWhetherTheClientAddedContext() {
        assertFalse(state.calls().hasContext());
        happens(new ContextAdded("user", "It rains."), 0);
        assertTrue(state.calls().hasContext());
    }

    @Test
    void callsOfAStreamedReplyAreProposedOneByOne() {
        happens(new AgentReplyStarted(1, true), 1);
        happens(new AgentToolRequested(1, List.of(order("c1"))), 1);
        assertEquals("calls.proposed_first", refused(new AgentToolRequested(1, List.of(order("c2"))), 1));
        happens(tool("c1", "call", ORDER), 1);
        happens(new AgentToolRequested(1, List.of(order("c2"))), 1);
        happens(denied("c2", "call"), 1);
        happens(new ToolSettled("c2", "order", "denied", Json.Null.NULL, "malformed"), 1);
        happens(reply(1, null, order("c1"), order("c2")), 1);
        assertEquals(List.of(order("c2")), state.requestedCalls().waiting(), "the end of the reply requests nothing");
        assertTrue(state.requestedCalls().isReplyDue());
    }

    @Test
    void nothingIsRequestedBeyondATurn() {
        happens(reply(1, null, order("c1")), 1);
        happens(turn("abort"), 1);
        assertEquals("calls.requested", refused(tool("c1", "call", ORDER), 1));
        assertEquals("", refused(turn("commit"), 1));
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        assertEquals("calls.requested", refused(tool("c1", "call", ORDER), 1));
        happens(reply(1, null, order("c1"), order("c1")), 1);
        assertEquals("calls.requested", refused(tool("c1", "call", ORDER.with("tool", "other")), 1));
        assertEquals("calls.terms", refused(tool("c1", "call", ORDER.with("turn", 2)), 1));
        assertEquals("calls.terms", refused(tool("c1", "call", ORDER.with("epoch", 2)), 1));
        happens(tool("c1", "call", ORDER), 1);
        happens(tool("c1#2", "call", ORDER), 1);
        assertEquals("calls.requested", refused(tool("c1#3", "call", ORDER), 1), "each request is of one call");
        assertEquals("calls.turn", refused(tool("c1", "admit", null), 2));
        assertEquals("calls.turn", refused(tool("c1", "admit", null), 0));
        assertEquals("calls.turn", refused(denied("c1", "admit"), 2));
        assertEquals("", refused(denied("c1", "admit"), 0));
        assertEquals("calls.turn", refused(tool("c9", "result", null), 1));
        for (String action : List.of("cancel", "approve", "reject")) {
            ToolDecided byAna = new ToolDecided(decided("c1", action, "ana", "allowed", null), null, null);
            assertEquals("calls.by_runtime", refused(byAna, 1));
        }
        assertEquals("calls.about_open", refused(reply(2, "c9"), 1));
        assertEquals("", refused(reply(2, "c1"), 1));
        assertEquals("", refused(reply(2, "dead_air"), 1));
        assertEquals("calls.user_answer", refused(answer("c1"), 2));
        assertEquals("calls.user_answer", refused(answer(null), 2));
        assertEquals("", refused(answer("c1"), 0));
        OperatorIdentity ops = new OperatorIdentity("ops", "k");
        assertEquals("calls.operator_answer", refused(new OperatorAnswerGiven("c1", true, "operator", ops), 2));
        assertEquals("calls.approver_answer", refused(new ApproverAnswerGiven("c1", true, "approver"), 2));
    }

    @Test
    void aTurnEndsOnceItsCallsAreSettledAndAnswered() {
        proposed("c1");
        assertEquals("calls.settled", refused(turn("commit"), 1));
        assertEquals("calls.settled", refused(turn("abort"), 1));
        happens(tool("c1", "dispatch", null), 1);
        assertEquals("calls.settled", refused(turn("commit"), 1));
        assertEquals("", refused(turn("abort"), 1), "what runs may run on");
        happens(tool("c1", "result", null), 1);
        happens(settled("c1"), 1);
        assertEquals("calls.replied", refused(turn("commit"), 1));
        happens(reply(2, "dead_air"), 1);
        assertEquals("calls.replied", refused(turn("commit"), 1), "the runtime's own words answer nothing");
        happens(reply(3, null), 1);
        happens(turn("commit"), 1);
    }

    @Test
    void aFoldTakesWhatNoHonestRecordSays() {
        for (Event event : List.of(
                tool("c1", "result", null),
                tool("c1", "call", null),
                tool("c1", "call", ORDER),
                denied("c2", "dispatch"),
                settled("c3"),
                command("done", "c4"),
                new ToolDispatched("c5", "order"))) {
            state.apply(at(event, 3));
        }
        assertEquals(List.of("c1"), List.copyOf(state.calls().open().keySet()));
        for (int i = 0; i < 100; i++) {
            state.apply(at(denied("d" + i, "call"), 3));
            state.apply(at(command("command_detected", "e" + i), 3));
        }
        assertEquals(64, state.calls().refused().size());
        assertEquals(64, state.calls().commands().size());
    }
}
