package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The events by which the tool machine is walked and drawn. */
class ToolAlphabetTest {
    private final ToolMachine machine = new ToolMachine();

    @Test
    void everyKindHasItsWords() {
        assertEquals("tool", machine.name());
        List<String> labels = new ArrayList<>();
        for (ToolEvent event : ToolEvents.all()) {
            labels.add(machine.label(event));
        }
        assertEquals(
                List.of(
                        "call proposed",
                        "policy allow",
                        "policy ask",
                        "policy deny",
                        "approved",
                        "denied",
                        "question heard",
                        "approval expired",
                        "sandbox admits",
                        "sandbox violated",
                        "dispatch",
                        "result success",
                        "result error",
                        "result sandbox_violation",
                        "deadline passed",
                        "cancel",
                        "process lost"),
                labels);
    }

    @Test
    void aDispatchSaysWhatIsWrongWithItsPermit() {
        assertEquals("dispatch [other epoch]", label(2, "with ben", Long.MAX_VALUE / 2));
        assertEquals("dispatch [other company]", label(1, "with ben", Long.MAX_VALUE / 2));
        assertEquals("dispatch [permit expired]", label(1, "", Integer.MAX_VALUE + 1L));
        assertEquals("dispatch", label(1, "", Integer.MAX_VALUE));
    }

    private String label(long epoch, String mode, long atMs) {
        return machine.label(new ToolEvent.DispatchRequested("c1", "p", "d", epoch, mode, atMs));
    }

    /** Where a call stands, the events are about that call, its question and its permit. */
    @Test
    void theEventsAreAboutTheCallThatWasMade() {
        ToolState state = machine.initial();
        for (ToolEvent event : machine.alphabet(state)) {
            assertEquals("call_1", event.callId());
        }
        state = moved(state, new ToolEvent.CallProposed(ToolEvents.CALL, 1, 1));
        assertTrue(machine.alphabet(state).contains(new ToolEvent.CallProposed(ToolEvents.CALL, 1, 1)));
        Set<String> ids = new HashSet<>();
        for (ToolEvent event : machine.alphabet(state)) {
            ids.add(event.callId());
        }
        assertEquals(Set.of("c1", "call_1"), ids, "one is about another call, to be refused");
    }

    /** All answers that the approval rules tell apart are among them, and every way a permit can fail. */
    @Test
    void everyRefusalOfAnAnswerAndOfAPermitIsShown() {
        Map<String, Set<String>> refused = new HashMap<>();
        Set<String> moves = new TreeSet<>();
        ToolCall call = ToolCall.of("call_1", "weather", Json.Obj.EMPTY.with("city", "Rome"), 1);
        ToolState proposed = moved(machine.initial(), new ToolEvent.CallProposed(call, 1, 1));
        ToolState asked = moved(proposed, policy(Ruling.ASK));
        ToolState permitted = moved(proposed, policy(Ruling.ALLOW));
        ToolState admitted = moved(permitted, new ToolEvent.SandboxAdmitted("call_1", 1));
        for (ToolState state : List.of(asked, admitted)) {
            for (ToolEvent event : machine.alphabet(state)) {
                switch (machine.step(state, event)) {
                    case Step.Refused<ToolState>(String rule, String _) ->
                        refused.computeIfAbsent(machine.printed(state), _ -> new TreeSet<>())
                                .add(rule);
                    case Step.Moved<ToolState>(ToolState next, var _) ->
                        moves.add(machine.label(event) + " -> " + machine.printed(next));
                }
            }
        }
        assertTrue(refused.getOrDefault("AwaitingApproval", Set.of())
                .containsAll(Set.of(
                        "tool.approval.asked",
                        "tool.approval.expired",
                        "tool.approval.minor",
                        "tool.approval.not_a_person",
                        "tool.approval.not_due",
                        "tool.approval.other_arguments",
                        "tool.approval.other_company",
                        "tool.approval.other_question",
                        "tool.approval.role",
                        "tool.approval.unconfirmed",
                        "tool.call.conflict")));
        assertTrue(refused.getOrDefault("Admitted", Set.of())
                .containsAll(Set.of("tool.permit.other", "tool.permit.other_arguments")));
        assertTrue(moves.containsAll(Set.of(
                "approval expired -> Settled",
                "approved -> Permitted",
                "denied -> Settled",
                "dispatch -> Dispatched",
                "dispatch [other company] -> Settled",
                "dispatch [other epoch] -> Settled",
                "dispatch [permit expired] -> Settled")));
    }

    private static ToolEvent policy(Ruling ruling) {
        return new ToolEvent.PolicyDecided("call_1", ruling, ToolTerms.DEFAULT, "policy", 1);
    }

    private ToolState moved(ToolState state, ToolEvent event) {
        if (machine.step(state, event) instanceof Step.Moved<ToolState>(ToolState next, var _)) {
            return next;
        }
        throw new AssertionError("refused: " + event);
    }
}
