package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnDrained;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnProposed;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is recorded right after a verdict comes from its room: a caller cannot leave it out or word it otherwise. */
class EmittedEventsTest {
    private static final long START = 1_700_000_000_000L;
    private static final Json.Obj TEA = Json.Obj.EMPTY.with("item", "tea");

    private final List<Event> emitted = new ArrayList<>();

    /** Collects what follows from each verdict. */
    private final class Following<S extends Registered, E> implements AttestationSink {
        private final Room<S, E> room;

        Following(Room<S, E> room) {
            this.room = room;
        }

        @Override
        public void accept(Attestation attestation) {
            // The verdict is recorded first; the registrar has not moved yet.
        }

        @Override
        public void moved(Attestation attestation, List<? extends Effect> effects) {
            emitted.addAll(VerdictRune.followers(room, attestation, effects));
        }
    }

    private List<Event> taken() {
        List<Event> taken = List.copyOf(emitted);
        emitted.clear();
        return taken;
    }

    @Test
    void everySignalThatATurnTakesShowsAsItsEvent() {
        TurnRoom room = new TurnRoom();
        Registrar<RegisteredTurn, TurnSignal> turns =
                Registrar.inConversation(room, new Following<>(room), Halts.ofConversation());
        signal(turns, "1", "turn_open_proposed", Json.Obj.EMPTY);
        signal(turns, "1", "turn_open", Json.Obj.EMPTY.with("plan", "p1"));
        signal(turns, "1", "commit", Json.Obj.EMPTY.with("reason", "completed"));
        signal(turns, "1", "close", Json.Obj.EMPTY);
        assertEquals(
                List.of(
                        new TurnProposed("att_turn_1", null),
                        new TurnStarted("p1", "att_turn_2", null),
                        new TurnCompleted("completed", "att_turn_3", null),
                        new TurnClosed("att_turn_4", null)),
                taken());
        for (String reason : List.of("interrupted", "cancelled", "fault")) {
            signal(turns, reason, "turn_open_proposed", Json.Obj.EMPTY);
            signal(turns, reason, "turn_open", Json.Obj.EMPTY);
            taken();
            signal(turns, reason, "abort", Json.Obj.EMPTY.with("reason", reason));
            Event ended = taken().getFirst();
            assertTrue(reason.equals("fault") ? ended instanceof TurnFailed : ended instanceof TurnInterrupted, reason);
        }
        signal(turns, "9", "turn_open_proposed", Json.Obj.EMPTY);
        taken();
        signal(turns, "9", "reject", Json.Obj.EMPTY);
        assertEquals(List.of(new TurnDrained("reject", "att_turn_15", null)), taken());
    }

    @Test
    void aRefusedSignalShowsTheRuleAndNothingElse() {
        TurnRoom room = new TurnRoom();
        Registrar<RegisteredTurn, TurnSignal> turns =
                Registrar.inConversation(room, new Following<>(room), Halts.ofConversation());
        signal(turns, "1", "commit", Json.Obj.EMPTY);
        List<Event> shown = taken();
        assertEquals(1, shown.size());
        assertTrue(shown.getFirst() instanceof InvariantViolated broken
                && broken.id().equals("turn.no_transition"));
    }

    @Test
    void aSignalThatWasLostBeforeItsEventNamesItsEpoch() {
        Request opened =
                request("1", "turn_open", Json.Obj.EMPTY.with("plan", "p1").with("epoch", 7));
        assertEquals(new TurnStarted("p1", null, 7L), TurnRoom.late(opened));
    }

    @Test
    void aCallShowsItsDispatchAndItsOneResult() {
        Registrar<ToolCase, ToolEvent> calls = calls();
        permitted(calls);
        calls.request(ToolRequests.of(new ToolEvent.SandboxAdmitted("c1", START)));
        assertEquals(List.of(), taken());
        ToolCase.Call call = (ToolCase.Call) calls.states().getFirst();
        ToolState.Admitted admitted = (ToolState.Admitted) call.state();
        calls.request(ToolRequests.of(new ToolEvent.DispatchRequested(
                "c1", admitted.permit().permitId(), made().argumentsSha256(), 3, "", START)));
        assertEquals(List.of(new ToolDispatched("c1", "order")), taken());
        calls.request(ToolRequests.of(ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, TEA, "", START)));
        assertEquals(List.of(new ToolSettled("c1", "order", "success", Json.Null.NULL, "")), taken());
        calls.request(ToolRequests.of(ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, TEA, "", START)));
        assertTrue(taken().stream().allMatch(InvariantViolated.class::isInstance), "a call has one result");
    }

    @Test
    void aCallThatTheSandboxRefusesShowsTheRuleBeforeItsResult() {
        Registrar<ToolCase, ToolEvent> calls = calls();
        permitted(calls);
        calls.request(ToolRequests.of(new ToolEvent.SandboxViolated("c1", "a path", START)));
        List<Event> shown = taken();
        assertEquals(2, shown.size());
        assertTrue(shown.getFirst() instanceof InvariantViolated broken
                && broken.id().equals("INV-TOOL-SANDBOX"));
        assertEquals(new ToolSettled("c1", "order", "sandbox_violation", Json.Null.NULL, "a path"), shown.getLast());
    }

    private Registrar<ToolCase, ToolEvent> calls() {
        ToolRoom room = ToolRoom.of("talk");
        return Registrar.inConversation(room, new Following<>(room), Halts.ofConversation());
    }

    private static ToolCall made() {
        return ToolCall.of("c1", "order", TEA, 3);
    }

    private void permitted(Registrar<ToolCase, ToolEvent> calls) {
        calls.request(ToolRequests.of("agent", new ToolEvent.CallProposed(made(), 1, START)));
        calls.request(ToolRequests.of(new PolicyDecided("c1", Ruling.ALLOW, ToolTerms.DEFAULT, "", false, "", START)));
        assertEquals(List.of(), taken());
    }

    private static void signal(
            Registrar<RegisteredTurn, TurnSignal> turns, String turn, String signal, Json.Obj parameters) {
        turns.request(request(turn, signal, parameters));
    }

    private static Request request(String turn, String signal, Json.Obj parameters) {
        return new Request(Instant.ofEpochMilli(START).atOffset(ZoneOffset.UTC), "system", turn, signal, parameters);
    }
}
