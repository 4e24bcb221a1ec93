package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each tool invariant is provoked with the whole catalogue, and again with the one left out. */
class ToolInvariantsTest {
    private static final ToolCall CALL = ToolCall.of("c1", "order", Json.Obj.EMPTY, 1);
    private static final Permit PERMIT = Permit.forCall(CALL, "", "", 500);

    record Provocation(Invariant<ToolInvariants.Move> invariant, ToolState state, ToolEvent event) {
        @Override
        public String toString() {
            return invariant.id();
        }
    }

    static List<Provocation> provocations() {
        ToolEvent result = ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, Json.of(1), "", 5);
        ToolEvent dispatch = new ToolEvent.DispatchRequested("c1", PERMIT.permitId(), CALL.argumentsSha256(), 1, "", 5);
        ToolResult first = new ToolResult("c1", "order", ToolStatus.SUCCESS, Json.of(1), "", 4);
        return List.of(
                new Provocation(ToolInvariants.TERMINAL, new ToolState.Settled(CALL, first), result),
                new Provocation(ToolInvariants.CALL_BEFORE_RESULT, new ToolState.Absent(), result),
                new Provocation(
                        ToolInvariants.APPROVAL_BEFORE_EXEC,
                        new ToolState.AwaitingApproval(CALL, ToolTerms.DEFAULT, "", "q", 0, 500),
                        dispatch),
                new Provocation(
                        ToolInvariants.SANDBOX, new ToolState.Permitted(CALL, ToolTerms.DEFAULT, PERMIT), dispatch));
    }

    @ParameterizedTest
    @MethodSource("provocations")
    void refusesTheMoveInItsOwnName(Provocation provocation) {
        Step<ToolState> step = new ToolMachine().step(provocation.state(), provocation.event());
        assertEquals(
                provocation.invariant().id(),
                assertInstanceOf(Step.Refused.class, step).rule());
    }

    @ParameterizedTest
    @MethodSource("provocations")
    void letsTheHarmHappenWhenSwitchedOff(Provocation provocation) {
        Step<ToolState> step = ToolMachine.unguarded("").step(provocation.state(), provocation.event());
        ToolInvariants.Move move = new ToolInvariants.Move(
                provocation.state(), provocation.event(), assertInstanceOf(Step.Moved.class, step));
        List<Invariant<ToolInvariants.Move>> broken = ToolInvariants.ALL.stream()
                .filter(invariant -> invariant.check().failure(move) != null)
                .toList();
        assertEquals(List.of(provocation.invariant()), broken, "no other invariant stands in the way");
    }

    @Test
    void areFourAndAllOfSeverityError() {
        assertEquals(
                List.of(
                        "INV-TOOL-TERMINAL",
                        "INV-TOOL-CALL-BEFORE-RESULT",
                        "INV-TOOL-APPROVAL-BEFORE-EXEC",
                        "INV-TOOL-SANDBOX"),
                ToolInvariants.ALL.stream().map(Invariant::id).toList());
        ToolInvariants.ALL.forEach(invariant -> assertEquals(Level.REJECT, invariant.level()));
    }
}
