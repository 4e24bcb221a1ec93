package dev.parley.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
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

/**
 * What a person is told that a refused call would have needed is done, word for word: the call is refused by its rule, and with
 * that one thing it is not.
 */
class RefusalChangeTest {
    private static final ToolCall CALL = call("c1", "tea");
    private static final ToolTerms TERMS = new ToolTerms(ToolSafety.WRITE, 800, 3_000, 500, false);
    private static final String HERE = "ana alone";
    private static final String WITH_BEN = "ana with ben";

    private final Set<String> told = new TreeSet<>();
    private Registrar<ToolCase, ToolEvent> room = room();

    private static Registrar<ToolCase, ToolEvent> room() {
        return new Registrar<>(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN), _ -> {});
    }

    private static ToolCall call(String id, String item) {
        return ToolCall.of(id, "order", Json.Obj.EMPTY.with("item", item), 3);
    }

    private static ToolEvent wish(ToolCall call) {
        return new ToolEvent.CallProposed(call, 1, 0);
    }

    private static ToolEvent policy(String id, Ruling ruling, String company) {
        return new ToolEvent.PolicyDecided(id, ruling, TERMS, company, false, "", 0);
    }

    private ToolState state(String id) {
        return new ToolCalls(room).state(id);
    }

    private String question(String id) {
        return state(id) instanceof ToolState.AwaitingApproval open ? open.question() : "";
    }

    private String permit(String id) {
        return state(id) instanceof ToolState.Admitted admitted
                ? admitted.permit().permitId()
                : "token_none";
    }

    private ToolEvent yes(String id, Approver by, String company, long atMs) {
        return new ToolEvent.ApprovalAnswered(id, true, by, CALL.argumentsSha256(), question(id), company, atMs);
    }

    private ToolEvent yes(Standing standing) {
        return yes("c1", new Approver("ana", standing), HERE, 1);
    }

    private ToolEvent run(String id, String permit, String arguments, String company) {
        return new ToolEvent.DispatchRequested(id, permit, arguments, 3, company, 2);
    }

    private ToolEvent run(String id) {
        return run(id, permit(id), CALL.argumentsSha256(), "");
    }

    private static ToolEvent result(long atMs) {
        return ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, Json.of(true), "", atMs);
    }

    /** A room of its own in which this was done. */
    private RefusalChangeTest after(ToolEvent... events) {
        room = room();
        does(events);
        return this;
    }

    private void does(ToolEvent... events) {
        for (ToolEvent event : events) {
            assertTrue(room.request(ToolRequests.of(event)).isAllowed(), () -> event + " is refused");
        }
    }

    private void asked() {
        after(wish(CALL), policy("c1", Ruling.ASK, HERE));
    }

    private void admitted() {
        after(wish(CALL), policy("c1", Ruling.ALLOW, ""), new ToolEvent.SandboxAdmitted("c1", 1));
    }

    private void running() {
        admitted();
        does(run("c1"));
    }

    /** That this is refused by the rule; what the person is told is done next, without it. */
    private RefusalChangeTest refuses(String rule, ToolEvent event) {
        return refuses(rule, ToolRequests.of(event));
    }

    private RefusalChangeTest refuses(String rule, Request request) {
        Verdict<ToolCase> verdict = room.fork().request(request);
        assertFalse(verdict.isAllowed(), rule);
        assertEquals(rule, verdict.attestation().violations().getFirst().id());
        told.add(rule);
        return this;
    }

    @Test
    void everySentenceIsDoneAndHelps() {
        whoApproves();
        whatIsApproved();
        whatRuns();
        whatMustBeAsked();
        assertEquals(new TreeSet<>(RefusalChange.OF_CALLS.keySet()), told);
    }

    private void whoApproves() {
        asked();
        refuses("tool.approval.household", yes("c1", Approver.operator(), HERE, 1));
        refuses("tool.approval.role", yes(Standing.OTHER_ROLE));
        refuses("tool.approval.minor", yes(Standing.MINOR));
        refuses("tool.approval.unconfirmed", yes(Standing.UNCONFIRMED));
        refuses("tool.approval.not_a_person", yes(Standing.NOT_A_PERSON));
        does(yes(Standing.CONFIRMED_ADULT));
    }

    private void whatIsApproved() {
        Approver ana = new Approver("ana", Standing.CONFIRMED_ADULT);
        asked();
        refuses(
                "tool.approval.other_arguments",
                new ToolEvent.ApprovalAnswered("c1", true, ana, "other", question("c1"), HERE, 1));
        refuses(
                "tool.approval.other_question",
                new ToolEvent.ApprovalAnswered("c1", true, ana, CALL.argumentsSha256(), "other", HERE, 1));
        refuses("tool.approval.expired", yes("c1", ana, HERE, 9_000));
        does(yes("c1", ana, HERE, 1));

        asked();
        refuses("tool.approval.other_company", yes("c1", ana, WITH_BEN, 1));
        refuses("tool.approval.asked", policy("c1", Ruling.ASK, HERE));
        does(policy("c1", Ruling.ASK, WITH_BEN));
        does(yes("c1", ana, WITH_BEN, 1));

        asked();
        refuses("tool.approval.not_due", new ToolEvent.ApprovalTimedOut("c1", 1));
        does(new ToolEvent.ApprovalTimedOut("c1", 9_000));
    }

    private void whatRuns() {
        after(wish(CALL), policy("c1", Ruling.ALLOW, ""))
                .refuses("tool.provenance", ToolRequests.of("agent_a", new ToolEvent.SandboxAdmitted("c1", 1)));
        does(new ToolEvent.SandboxAdmitted("c1", 1));
        refuses("tool.permit.other", run("c1", "token_forged", CALL.argumentsSha256(), ""));
        refuses("tool.permit.other_arguments", run("c1", permit("c1"), "other", ""));
        does(run("c1"));
        refuses("tool.permit.used", run("c1"));
        refuses("tool.deadline.not_due", new ToolEvent.DeadlinePassed("c1", 3));
        refuses("tool.result.late", result(100_000));
        refuses("tool.call.conflict", wish(call("c1", "coffee")));
        does(result(4));
        refuses("tool.call.settled", run("c1"));
        ToolCall anew = call("c2", "coffee");
        does(
                new ToolEvent.CallProposed(anew, 2, 0),
                policy("c2", Ruling.ALLOW, ""),
                new ToolEvent.SandboxAdmitted("c2", 1));
        does(run("c2", permit("c2"), anew.argumentsSha256(), ""));
        running();
        does(new ToolEvent.DeadlinePassed("c1", 100_000));
        admitted();
        refuses("tool.result.not_running", result(3));
        does(run("c1"), result(3));
    }

    private void whatMustBeAsked() {
        for (boolean discloses : List.of(false, true)) {
            List<String> from = discloses ? List.of() : List.of("mail");
            after(new ToolEvent.CallProposed(CALL, 1, from, 0))
                    .refuses(
                            discloses ? "tool.disclosure.unasked" : "tool.taint.unasked",
                            new ToolEvent.PolicyDecided("c1", Ruling.ALLOW, TERMS, HERE, discloses, "", 0));
            does(new ToolEvent.PolicyDecided("c1", Ruling.ASK, TERMS, HERE, discloses, "", 0));
            does(yes(Standing.CONFIRMED_ADULT));
        }
    }
}
