package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The calls of a conversation as its driver sees them. */
class ToolCallsTest {
    private final ToolCalls calls = new ToolCalls(ToolRoom.of("talk"), _ -> {});

    private Verdict<ToolCase> call(String id, long turn) {
        ToolCall call = ToolCall.of(id, "order", Json.Obj.EMPTY.with("item", id), 1);
        return calls.request(ToolRequests.of("agent", new ToolEvent.CallProposed(call, turn, 5)));
    }

    private Verdict<ToolCase> policy(String id, Ruling ruling) {
        return calls.request(ToolRequests.of(new PolicyDecided(id, ruling, ToolTerms.DEFAULT, "", 5)));
    }

    private List<String> open() {
        return calls.open().stream()
                .map(state -> Objects.requireNonNull(state.made()).callId())
                .toList();
    }

    @Test
    void openCallsStandInTheOrderInWhichTheyWereProposed() {
        assertEquals(0, calls.openCount());
        call("c2", 4);
        call("c1", 5);
        call("c3", 5);
        policy("c2", Ruling.ASK);
        assertEquals(List.of("c2", "c1", "c3"), open());
        assertEquals(3, calls.openCount());
        assertInstanceOf(ToolState.AwaitingApproval.class, calls.open().getFirst());
        assertFalse(policy("c4", Ruling.ALLOW).isAllowed());
        assertEquals(3, calls.openCount(), "what was refused opens nothing");
        policy("c1", Ruling.DENY);
        assertEquals(List.of("c2", "c3"), open());
        assertEquals(4, calls.turn("c2"));
        assertEquals(5, calls.turn("c1"));
        assertEquals(0, calls.turn("c9"));
        assertEquals(new ToolState.Absent(), calls.state("c9"));
    }

    @Test
    void aRefusalLeavesTheOpenCallAsItStands() {
        call("c1", 1);
        policy("c1", Ruling.ASK);
        ToolState asked = calls.open().getFirst();
        assertFalse(policy("c1", Ruling.ALLOW).isAllowed());
        assertEquals(List.of(asked), calls.open());
    }

    @Test
    void whatWasFoldedElsewhereIsFollowed() {
        List<Verdict<ToolCase>> verdicts = List.of(call("c1", 1), call("c2", 1), policy("c2", Ruling.DENY));
        ToolCalls other = new ToolCalls(Registrar.inConversation(ToolRoom.of("talk"), _ -> {}));
        other.follow(verdicts.get(0));
        other.follow(verdicts.get(1));
        assertEquals(2, other.openCount());
        other.follow(verdicts.get(2));
        assertEquals(calls.open(), other.open());
        other.follow(new Verdict<>(verdicts.get(0).attestation(), new ToolCase.Tainted(1), List.of(), List.of()));
        assertEquals(calls.open(), other.open(), "a turn is no call");
        Verdict<ToolCase> refused = call("", 1);
        assertFalse(refused.isAllowed());
        ToolCase proposed = new ToolCase.Call("c3", 1, false, calls.open().getFirst());
        other.follow(new Verdict<>(refused.attestation(), proposed, List.of(), List.of()));
        assertEquals(calls.open(), other.open(), "a refusal opens nothing");
    }

    @Test
    void onlyASettledCallIsForgotten() {
        call("c1", 1);
        assertThrows(IllegalStateException.class, () -> calls.forget("c1"));
        policy("c1", Ruling.DENY);
        assertInstanceOf(ToolState.Settled.class, calls.state("c1"));
        calls.forget("c1");
        assertEquals(new ToolState.Absent(), calls.state("c1"));
        assertEquals(0, calls.turn("c1"));
        assertEquals(List.of(), calls.registrar().subjects());
        calls.forget("nobody");
    }
}
