package dev.parley.replay.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.Approver.Standing;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCalls;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolTerms;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every rule by which a call is refused is provoked, and what the explanation proposes is done: then the answer is yes. */
class EveryCallRefusalTest {
    private static final ToolCall CALL = ToolCall.of("c1", "order", Json.Obj.EMPTY.with("item", "tea"), 3);
    private static final ToolTerms TERMS = new ToolTerms(ToolSafety.WRITE, 800, 3_000, 500, false);

    /** What the machine refuses by itself; the invariants of the room are in its catalogue. */
    private static final Set<String> OF_THE_MACHINE = Set.of(
            "tool.approval.asked",
            "tool.approval.expired",
            "tool.approval.household",
            "tool.approval.minor",
            "tool.approval.none_pending",
            "tool.approval.not_a_person",
            "tool.approval.not_due",
            "tool.approval.other_arguments",
            "tool.approval.other_company",
            "tool.approval.other_question",
            "tool.approval.role",
            "tool.approval.unconfirmed",
            "tool.call.conflict",
            "tool.call.settled",
            "tool.deadline.not_due",
            "tool.no_transition",
            "tool.permit.other",
            "tool.permit.other_arguments",
            "tool.permit.used",
            "tool.result.late",
            "tool.result.not_running");

    private final Set<String> broken = new TreeSet<>();
    private Refused<ToolCase, ToolEvent> room =
            new Refused<>(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN));

    /** A room in which this was asked before. */
    private void after(ToolEvent... events) {
        broken.addAll(room.broken());
        room = new Refused<>(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN));
        for (ToolEvent event : events) {
            room.ask(ToolRequests.of(event));
        }
    }

    private void ask(ToolEvent event) {
        room.ask(ToolRequests.of(event));
    }

    private static ToolEvent call() {
        return new ToolEvent.CallProposed(CALL, 1, 0);
    }

    private static ToolEvent policy(Ruling ruling, String mode) {
        return new ToolEvent.PolicyDecided("c1", ruling, TERMS, mode, false, "", 0);
    }

    private static ToolEvent asked() {
        return policy(Ruling.ASK, "");
    }

    private static ToolEvent admitted() {
        return new ToolEvent.SandboxAdmitted("c1", 1);
    }

    private ToolState state() {
        return new ToolCalls(room.registrar()).state("c1");
    }

    private ToolEvent answer(Standing standing, String arguments, String question, String mode, long atMs) {
        String right = state() instanceof ToolState.AwaitingApproval open ? open.question() : "";
        return new ToolEvent.ApprovalAnswered(
                "c1",
                true,
                new Approver("ana", standing),
                arguments.isEmpty() ? CALL.argumentsSha256() : arguments,
                question.isEmpty() ? right : question,
                mode,
                atMs);
    }

    private ToolEvent dispatch(String permit, String arguments) {
        String right = state() instanceof ToolState.Admitted admitted
                ? admitted.permit().permitId()
                : "token_x";
        return new ToolEvent.DispatchRequested(
                "c1",
                permit.isEmpty() ? right : permit,
                arguments.isEmpty() ? CALL.argumentsSha256() : arguments,
                3,
                "",
                2);
    }

    private static ToolEvent result(long atMs) {
        return ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, Json.of(true), "", atMs);
    }

    private void ofAQuestionInAHousehold() {
        after(call(), policy(Ruling.ASK, "ana alone"));
        String question = state() instanceof ToolState.AwaitingApproval open ? open.question() : "";
        ask(new ToolEvent.ApprovalAnswered(
                "c1", true, Approver.operator(), CALL.argumentsSha256(), question, "ana alone", 1));
    }

    @Test
    void ofAQuestion() {
        after(call(), asked());
        for (Standing standing :
                List.of(Standing.OTHER_ROLE, Standing.MINOR, Standing.UNCONFIRMED, Standing.NOT_A_PERSON)) {
            ask(answer(standing, "", "", "", 1));
        }
        ask(answer(Standing.CONFIRMED_ADULT, "other", "", "", 1));
        ask(answer(Standing.CONFIRMED_ADULT, "", "other", "", 1));
        ask(answer(Standing.CONFIRMED_ADULT, "", "", "with ben", 1));
        ask(answer(Standing.CONFIRMED_ADULT, "", "", "", 9_000));
        ask(asked());
        ask(new ToolEvent.ApprovalTimedOut("c1", 1));
        ask(dispatch("", ""));
        after(call());
        ask(answer(Standing.CONFIRMED_ADULT, "", "", "", 1));
        ofAQuestionInAHousehold();
        ofARun();
        ofATurn();
        Set<String> expected = new TreeSet<>(OF_THE_MACHINE);
        ToolRoom.of("talk").catalogue().stream()
                .filter(invariant -> invariant.level() == Level.REJECT)
                .map(Invariant::id)
                .forEach(expected::add);
        broken.addAll(room.broken());
        broken.remove("request.malformed");
        assertEquals(expected, broken);
        assertEquals(Set.of(), room.unchangeable());
    }

    private void ofARun() {
        after(call(), policy(Ruling.ALLOW, ""));
        ask(dispatch("", ""));
        ask(result(3));
        room.ask(ToolRequests.of("agent_a", admitted()));
        ask(admitted());
        ask(dispatch("token_forged", ""));
        ask(dispatch("", "other"));
        ask(dispatch("", ""));
        ask(dispatch("", ""));
        ask(new ToolEvent.DeadlinePassed("c1", 3));
        ask(result(100_000));
        ask(result(4));
        ask(result(5));
        ask(dispatch("", ""));
        ask(new ToolEvent.CancelRequested("c1", "", 6));
        ask(new ToolEvent.CallProposed(ToolCall.of("c1", "order", Json.Obj.EMPTY, 3), 1, 7));
        after();
        ask(result(1));
        ask(admitted());
        room.ask(new Request(Request.NO_TIME, "system", "c1", "call", Json.Obj.EMPTY));
    }

    private void ofATurn() {
        ToolCall other = ToolCall.of("c9", "order", Json.Obj.EMPTY, 3);
        after(new ToolEvent.CallProposed(other, 1, List.of("mail"), 0));
        ask(new ToolEvent.PolicyDecided("c9", Ruling.ALLOW, TERMS, "", true, "", 0));
    }
}
