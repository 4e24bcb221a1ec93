package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Alongside;
import dev.parley.kernel.Case;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every rule of the tool room by itself: who may ask for what, what a halt lets pass, what taints and what is let go of. */
class ToolRoomRulesTest {
    private static final ToolRoom ROOM = ToolRoom.of("talk");
    private static final ToolRoom ASKING = ROOM.asking(ToolRoom.Taint.TURN);
    private static final ToolResult RESULT = new ToolResult("c1", "order", ToolStatus.SUCCESS, Json.Null.NULL, "", 5);

    private static final List<ToolState> OPEN = List.of(
            new ToolState.Proposed(ToolEvents.CALL),
            new ToolState.AwaitingApproval(ToolEvents.CALL, ToolTerms.DEFAULT, "", "q", 0, 9),
            new ToolState.Permitted(ToolEvents.CALL, ToolTerms.DEFAULT, permit()),
            new ToolState.Admitted(ToolEvents.CALL, ToolTerms.DEFAULT, permit()),
            new ToolState.Dispatched(ToolEvents.CALL, ToolTerms.DEFAULT, 0, 9));
    private static final ToolState SETTLED = new ToolState.Settled(ToolEvents.CALL, RESULT);
    private static final ToolState ABSENT = new ToolState.Absent();

    private static Permit permit() {
        return Permit.forCall(ToolEvents.CALL, "", "", 9);
    }

    private static ToolCase at(ToolState state) {
        return new ToolCase.Call("c1", 1, false, state);
    }

    @Test
    void aRoomIsOpenedAgainAsItWasRecorded() {
        assertEquals("tool", ROOM.name());
        assertEquals(
                "{\"conversation\":\"talk\",\"taint\":\"off\"}", ROOM.settings().canonical());
        assertEquals(
                "{\"conversation\":\"talk\",\"taint\":\"ask\"}",
                ASKING.settings().canonical());
        for (ToolRoom each : List.of(ROOM, ASKING)) {
            assertEquals(each.settings(), ToolRoom.opened(each.settings()).settings());
            assertEquals(
                    each.settings(),
                    ToolRoom.of("elsewhere").reopened(each.settings()).settings());
        }
        assertEquals(
                "{\"conversation\":\"\",\"taint\":\"off\"}",
                ToolRoom.opened(Json.Obj.EMPTY).settings().canonical());
        assertEquals(
                "{\"conversation\":\"\",\"taint\":\"off\"}",
                ToolRoom.opened(Json.Obj.EMPTY.with("taint", "sometimes"))
                        .settings()
                        .canonical());
    }

    @Test
    void inAHaltNothingBeginsAndEverythingMayEnd() {
        Set<String> stopped = Set.of(
                "CallProposed",
                "PolicyDecided ALLOW",
                "PolicyDecided ASK",
                "PolicyDecided DENY",
                "SandboxAdmitted",
                "DispatchRequested",
                "ApprovalAnswered yes");
        for (ToolEvent event : ToolEvents.all()) {
            String kind = ToolEvents.kind(event);
            assertEquals(!stopped.contains(kind), ROOM.endsOnly(event), kind);
        }
    }

    @Test
    void onlyTheRuntimeTakesTheStepsThatAreNobodyElses() {
        Set<String> anybodys = Set.of("CallProposed", "ApprovalAnswered yes", "ApprovalAnswered no", "CancelRequested");
        for (ToolEvent event : ToolEvents.all()) {
            String kind = ToolEvents.kind(event);
            assertNull(failure(ROOM, ToolRoom.PROVENANCE, decided(ToolRequests.of("system", event), event)), kind);
            for (String actor : List.of("agent", "user", "user_ana", "plugin_x", "operator", "systems")) {
                Request request = ToolRequests.of(actor, event);
                assertEquals(
                        anybodys.contains(kind)
                                ? null
                                : actor + " is not the runtime and may not ask for " + request.action(),
                        failure(ROOM, ToolRoom.PROVENANCE, decided(request, event)),
                        kind);
            }
        }
    }

    private static Case<ToolCase, ToolEvent> decided(Request request, ToolEvent event) {
        ToolCase present = at(OPEN.getFirst());
        return new Case<>(request, event, empty(), present, Step.moved(present));
    }

    private static View<ToolCase> empty() {
        return _ -> null;
    }

    private static @Nullable String failure(ToolRoom room, String rule, Case<ToolCase, ToolEvent> decided) {
        for (Invariant<Case<ToolCase, ToolEvent>> invariant : room.catalogue()) {
            if (invariant.id().equals(rule)) {
                return invariant.check().failure(decided);
            }
        }
        throw new AssertionError("no rule " + rule);
    }

    /** Setting, taint, ruling and safety in every combination: 36, of which two are refused. */
    @Test
    void onlyAPermitForAChangeOfTheWorldInATaintedTurnNeedsAYes() {
        for (ToolRoom room : List.of(ROOM, ASKING)) {
            for (boolean tainted : new boolean[] {true, false}) {
                for (Ruling ruling : Ruling.values()) {
                    for (ToolSafety safety : ToolSafety.values()) {
                        ToolEvent event = new PolicyDecided("c1", ruling, ToolTerms.DEFAULT.withSafety(safety), "", 5);
                        ToolCase present = new ToolCase.Call("c1", 1, tainted, OPEN.getFirst());
                        boolean refused =
                                room == ASKING && tainted && ruling == Ruling.ALLOW && safety != ToolSafety.READ;
                        assertEquals(
                                refused
                                        ? "the turn has seen something from outside the house and nobody was asked"
                                        : null,
                                failure(room, ToolRoom.TAINT, of(event, present)),
                                tainted + " " + ruling + " " + safety);
                    }
                }
            }
        }
    }

    private static Case<ToolCase, ToolEvent> of(ToolEvent event, ToolCase present) {
        return new Case<>(ToolRequests.of(event), event, empty(), present, Step.moved(present));
    }

    @Test
    void taintConcernsPermitsAlone() {
        ToolCase tainted = new ToolCase.Call("c1", 1, true, OPEN.getFirst());
        for (ToolEvent event : ToolEvents.all()) {
            boolean permit = ToolEvents.kind(event).equals("PolicyDecided ALLOW");
            assertEquals(permit, failure(ASKING, ToolRoom.TAINT, of(event, tainted)) != null);
            assertNull(failure(ASKING, ToolRoom.TAINT, of(event, new ToolCase.Tainted(1))));
            assertNull(failure(ASKING, ToolRoom.DISCLOSURE, of(event, tainted)));
        }
        for (Ruling ruling : Ruling.values()) {
            ToolEvent out = new PolicyDecided("c1", ruling, ToolTerms.DEFAULT, "", true, "", 5);
            assertEquals(
                    ruling == Ruling.ALLOW ? "call c1 sends personal data out and nobody was asked" : null,
                    failure(ROOM, ToolRoom.DISCLOSURE, of(out, at(OPEN.getFirst()))));
        }
    }

    /** A step that the machine refused, or about no call, breaks no invariant of calls. */
    @Test
    void theInvariantsOfCallsLookAtMovesOfCalls() {
        ToolEvent result = ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, Json.of(true), "", 5);
        Step<ToolCase> delivered = new Step.Moved<>(at(SETTLED), List.of(new ToolEffect.DeliverResult(RESULT)));
        String rule = ToolInvariants.TERMINAL.id();
        Request request = ToolRequests.of(result);
        assertEquals(
                "call c1 has settled as success and a second result came",
                failure(ROOM, rule, new Case<>(request, result, empty(), at(SETTLED), delivered)));
        assertNull(failure(ROOM, rule, new Case<>(request, result, empty(), at(OPEN.getLast()), delivered)));
        assertNull(failure(ROOM, rule, new Case<>(request, result, empty(), new ToolCase.Tainted(1), delivered)));
        assertNull(
                failure(ROOM, rule, new Case<>(request, result, empty(), at(SETTLED), Step.refused("tool.x", "no"))));
    }

    @Test
    void onlyWhatIsSettledOrNeverBeganIsLetGoOf() {
        for (ToolState state : OPEN) {
            assertFalse(ROOM.isOver(at(state)), state.toString());
            assertTrue(state.open());
        }
        for (ToolState state : List.of(ABSENT, SETTLED)) {
            assertTrue(ROOM.isOver(at(state)), state.toString());
            assertFalse(state.open());
        }
        assertFalse(ROOM.isOver(new ToolCase.Tainted(1)));
        assertFalse(ROOM.isOver(new ToolCase.Lasting()));
    }

    @Test
    void aStateIsPrintedByItsName() {
        Registrar<ToolCase, ToolEvent> calls = Registrar.inConversation(ROOM, _ -> {});
        var proposed = calls.request(ToolRequests.of("agent", ToolEvents.all().getFirst()));
        assertEquals(Json.of("Proposed"), ROOM.printed(calls.view(), proposed));
        var again = new Verdict<ToolCase>(proposed.attestation(), new ToolCase.Tainted(1), List.of(), List.of());
        assertEquals(Json.of("Tainted"), ROOM.printed(calls.view(), again));
        var ever = new Verdict<ToolCase>(proposed.attestation(), new ToolCase.Lasting(), List.of(), List.of());
        assertEquals(Json.of("Tainted"), ROOM.printed(calls.view(), ever));
        var none = new Verdict<ToolCase>(proposed.attestation(), null, List.of(), List.of());
        assertEquals(Json.Null.NULL, ROOM.printed(calls.view(), none));
    }

    @Test
    void aResultTaintsTheTurnThatIsToldOnce() {
        ToolCase running = new ToolCase.Call("c1", 3, false, OPEN.getLast());
        ResultArrived silent = new ResultArrived("c1", Ending.SUCCESS, "", "", 0, 5);
        ResultArrived told = new ResultArrived("c1", Ending.SUCCESS, "d", "", 0, 5);
        assertEquals(Set.of(), tainted(empty(), running, silent));
        assertEquals(Set.of(3L), tainted(empty(), running, told));
        ResultArrived broken = new ResultArrived("c1", Ending.ERROR, "", "no such city", 0, 5);
        assertEquals(Set.of(3L), tainted(empty(), running, broken), "a reason is the tool's own words");
        assertEquals(Set.of(8L), tainted(empty(), running, told.seenIn(8)));
        assertEquals(Set.of(), tainted(seen(3), running, told), "it is known already");
        assertEquals(Set.of(8L), tainted(seen(3), running, told.seenIn(8)));
        assertEquals(Set.of(), tainted(empty(), running, new ToolEvent.CancelRequested("c1", "", 5)));
    }

    private static View<ToolCase> seen(long turn) {
        ToolCase.Tainted tainted = new ToolCase.Tainted(turn);
        return Map.<String, ToolCase>of(tainted.id(), tainted)::get;
    }

    private static Set<Long> tainted(View<ToolCase> view, ToolCase present, ToolEvent event) {
        Set<Long> turns = new TreeSet<>();
        if (ROOM.step(view, present, event, ToolRequests.of(event)) instanceof Step.Moved<ToolCase> moved) {
            assertTrue(moved.effects().stream().anyMatch(ToolEffect.DeliverResult.class::isInstance));
            for (Effect effect : moved.effects()) {
                if (effect instanceof Alongside<?>(ToolCase.Tainted(long turn))) {
                    turns.add(turn);
                }
            }
            return turns;
        }
        throw new AssertionError("refused");
    }

    /** Setting, kind of tool and what was seen before: only what reads tells something lasting, once, where it lasts. */
    @Test
    void whatAReadingToolToldStaysInEveryLaterPromptWhereThatIsAsked() {
        ResultArrived told = new ResultArrived("c1", Ending.SUCCESS, "d", "", 0, 5);
        ToolEvent later = new ToolEvent.CallProposed(ToolEvents.CALL, 40, 5);
        for (ToolRoom.Taint setting : ToolRoom.Taint.values()) {
            ToolRoom room = ROOM.asking(setting);
            boolean lasts = setting == ToolRoom.Taint.LASTING;
            for (ToolSafety safety : ToolSafety.values()) {
                ToolState running =
                        new ToolState.Dispatched(ToolEvents.CALL, ToolTerms.DEFAULT.withSafety(safety), 0, 9);
                boolean reads = safety != ToolSafety.WRITE;
                assertEquals(lasts && reads, leavesSomethingLasting(room, empty(), at(running), told), safety.name());
                assertFalse(leavesSomethingLasting(room, ever(), at(running), told), "it is known already");
            }
            assertEquals(
                    new ToolCase.Call("c1", 40, lasts, OPEN.getFirst()),
                    next(room, ever(), null, later),
                    setting.name());
            assertEquals(new ToolCase.Call("c1", 40, false, OPEN.getFirst()), next(room, empty(), null, later));
        }
    }

    private static View<ToolCase> ever() {
        ToolCase.Lasting ever = new ToolCase.Lasting();
        return Map.<String, ToolCase>of(ever.id(), ever)::get;
    }

    private static boolean leavesSomethingLasting(
            ToolRoom room, View<ToolCase> view, ToolCase present, ToolEvent event) {
        return room.step(view, present, event, ToolRequests.of(event)) instanceof Step.Moved<ToolCase> moved
                && moved.effects().stream()
                        .anyMatch(effect -> effect instanceof Alongside<?>(ToolCase.Lasting lasting)
                                && lasting.id().equals("turn:all"));
    }

    /** Turns share sixteen places: an older turn of a place counts as tainted, a later one does not. */
    @Test
    void whatAPlaceHasSeenHoldsForItsOlderTurnsAndNotForLaterOnes() {
        assertEquals("turn:0", ToolCase.Tainted.idOf(0));
        assertEquals("turn:15", ToolCase.Tainted.idOf(15));
        assertEquals("turn:0", ToolCase.Tainted.idOf(16));
        assertEquals("turn:1", new ToolCase.Tainted(33).id());
        assertTrue(ToolCase.Tainted.isSeen(seen(17), 1));
        assertTrue(ToolCase.Tainted.isSeen(seen(17), 17));
        assertFalse(ToolCase.Tainted.isSeen(seen(17), 33));
        assertFalse(ToolCase.Tainted.isSeen(seen(17), 2));
        assertFalse(ToolCase.Tainted.isSeen(empty(), 1));
    }

    /** What a call had seen when it was made is never made better or worse by what comes later. */
    @Test
    void aCallKeepsItsTurnAndWhatThatHadSeen() {
        ToolEvent proposed = new ToolEvent.CallProposed(ToolEvents.CALL, 17, 5);
        assertEquals(new ToolCase.Call("c1", 17, true, OPEN.getFirst()), next(ROOM, seen(17), null, proposed));
        assertEquals(new ToolCase.Call("c1", 17, false, OPEN.getFirst()), next(ROOM, seen(1), null, proposed));
        assertEquals(
                new ToolCase.Call("c1", 17, true, OPEN.getFirst()),
                next(ROOM, empty(), null, new ToolEvent.CallProposed(ToolEvents.CALL, 17, List.of("mail"), 5)));
        ToolCase made = new ToolCase.Call("c1", 2, false, OPEN.getFirst());
        assertEquals(made, next(ROOM, seen(17), made, proposed), "the same call again changes nothing");
        assertEquals(new ToolCase.Call("c9", 0, false, ABSENT), ROOM.unmentioned("c9"));
    }

    private static ToolCase next(ToolRoom room, View<ToolCase> view, @Nullable ToolCase present, ToolEvent event) {
        if (room.step(view, present, event, ToolRequests.of(event)) instanceof Step.Moved<ToolCase> moved) {
            return moved.next();
        }
        throw new AssertionError("refused");
    }
}
