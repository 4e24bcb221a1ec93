package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolMachineTest {
    private static final ToolCall CALL = ToolCall.of("c1", "order", Json.Obj.EMPTY.with("item", "tea"), 3);
    private static final ToolTerms TERMS = new ToolTerms(ToolSafety.WRITE, 800, 3_000, 500, false);

    private final Calls ledger = new Calls();

    @Test
    void anAllowedCallRunsOnceAndSettlesWithItsResult() {
        propose();
        policy(Ruling.ALLOW, 0);
        fold(new ToolEvent.SandboxAdmitted("c1", 1));
        Step<ToolState> dispatch = fold(dispatch(2));
        assertEquals(1, runs(dispatch));
        Step<ToolState> result = fold(result(100));
        assertEquals(ToolStatus.SUCCESS, delivered(result).status());
        assertFalse(ledger.state("c1").open());
    }

    @Test
    void aSettledCallKeepsTheDigestOfItsArgumentsAndNotTheArguments() {
        propose();
        policy(Ruling.DENY, 0);
        ToolCall kept =
                assertInstanceOf(ToolState.Settled.class, ledger.state("c1")).call();
        assertEquals(Json.Obj.EMPTY, kept.arguments());
        assertEquals(CALL.argumentsSha256(), kept.argumentsSha256());
    }

    @Test
    void anApprovedCallIsPermittedAndTheOutcomeIsRecorded() {
        awaiting();
        Step<ToolState> step = fold(approval(true, Approver.adult("ana"), 10));
        assertEquals(List.of(new ToolEffect.CloseApproval("c1", ApprovalOutcome.APPROVED)), effects(step));
        Permit permit = ((ToolState.Permitted) ledger.state("c1")).permit();
        assertEquals(510, permit.expiresAtMs());
        assertEquals(3, permit.epoch());
        assertEquals(CALL.argumentsSha256(), permit.argumentsSha256());
    }

    @Test
    void deniedExpiredAndCancelledAreThreeOutcomes() {
        awaiting();
        assertEquals(ApprovalOutcome.DENIED, outcome(ledger.decide(approval(false, Approver.adult("ana"), 10))));
        assertEquals(ApprovalOutcome.EXPIRED, outcome(ledger.decide(new ToolEvent.ApprovalTimedOut("c1", 3_000))));
        assertEquals(
                ApprovalOutcome.CANCELLED,
                outcome(ledger.decide(new ToolEvent.CancelRequested("c1", "interrupted", 10))));
        assertEquals(
                ToolStatus.DENIED,
                delivered(ledger.decide(new ToolEvent.ApprovalTimedOut("c1", 3_000)))
                        .status());
        assertEquals(
                ToolStatus.CANCELLED,
                delivered(ledger.decide(new ToolEvent.CancelRequested("c1", "interrupted", 10)))
                        .status());
    }

    @Test
    void onlyAConfirmedAdultApproves() {
        awaiting();
        assertRefused("tool.approval.role", approval(true, new Approver("gus", Approver.Standing.OTHER_ROLE), 10));
        assertRefused("tool.approval.minor", approval(true, new Approver("dora", Approver.Standing.MINOR), 10));
        assertRefused(
                "tool.approval.unconfirmed", approval(true, new Approver("x", Approver.Standing.UNCONFIRMED), 10));
        assertRefused(
                "tool.approval.not_a_person", approval(true, new Approver("mcp", Approver.Standing.NOT_A_PERSON), 10));
    }

    /** A question that is asked aloud stands longer until it was heard, and then as long as any other. */
    @Test
    void theTimeForAnAnswerBeginsWhenTheQuestionWasHeard() {
        propose();
        ToolTerms terms = ToolTerms.DEFAULT.withApprovalTimeoutMs(3_000);
        fold(new ToolEvent.PolicyDecided("c1", Ruling.ASK, terms, "", false, "", "words", 0));
        assertRefused("tool.approval.not_due", new ToolEvent.ApprovalTimedOut("c1", 62_999));
        fold(new ToolEvent.QuestionHeard("c1", 20_000));
        assertRefused("tool.approval.not_due", new ToolEvent.ApprovalTimedOut("c1", 22_999));
        assertRefused("tool.approval.expired", approval(true, Approver.adult("ana"), 23_001));
        fold(new ToolEvent.QuestionHeard("c1", 22_000));
        assertEquals(ApprovalOutcome.EXPIRED, outcome(ledger.decide(new ToolEvent.ApprovalTimedOut("c1", 23_000))));
    }

    /** Ruling B15. */
    @Test
    void whoeverRunsTheHouseApprovesWhereNobodyLives() {
        awaiting();
        assertEquals(ApprovalOutcome.APPROVED, outcome(ledger.decide(approval(true, Approver.operator(), 10))));
        Request other = ToolRequests.of(approval(true, Approver.operator(), 10)).by("ana");
        assertInstanceOf(Reading.Malformed.class, ToolRequests.read(other));
    }

    /** Ruling B15. */
    @Test
    void wherePeopleLiveOneOfThemApproves() {
        propose();
        fold(new ToolEvent.PolicyDecided("c1", Ruling.ASK, TERMS, "ana alone", false, "", 0));
        assertRefused(
                "tool.approval.household",
                new ToolEvent.ApprovalAnswered(
                        "c1", true, Approver.operator(), CALL.argumentsSha256(), question(), "ana alone", 10));
    }

    @Test
    void whileAPersonIsAskedThePolicyDecidesNothing() {
        awaiting();
        for (Ruling ruling : List.of(Ruling.ALLOW, Ruling.DENY)) {
            for (String mode : List.of("", "with ben")) {
                assertRefused(
                        "tool.no_transition", new ToolEvent.PolicyDecided("c1", ruling, TERMS, mode, false, "", 1));
            }
        }
    }

    /** The digest of everything the question is about; the words that ask it only where it is asked aloud. */
    @Test
    void theQuestionIsTheDigestOfWhatIsAsked() {
        String asked = "\"arguments_sha256\":\"" + CALL.argumentsSha256()
                + "\",\"asked_at_ms\":7,\"call\":\"c1\",\"conversation\":\"\",\"mode\":\"ana alone\",\"tool\":\"order\"";
        assertEquals(ArgumentsDigest.ofText("{" + asked + "}"), questionAskedBy(""));
        assertEquals(ArgumentsDigest.ofText("{" + asked + ",\"words\":\"w\"}"), questionAskedBy("w"));
    }

    private static String questionAskedBy(String words) {
        Calls fresh = new Calls();
        fresh.fold(new ToolEvent.CallProposed(CALL, 1, 0));
        fresh.fold(new ToolEvent.PolicyDecided("c1", Ruling.ASK, TERMS, "ana alone", false, "", words, 7));
        return assertInstanceOf(ToolState.AwaitingApproval.class, fresh.state("c1"))
                .question();
    }

    /** Whoever objects, the call does not run: a no needs no standing. */
    @Test
    void theNoOfAMinorOrAStrangerCounts() {
        awaiting();
        for (Approver.Standing standing : Approver.Standing.values()) {
            assertEquals(
                    ToolStatus.DENIED,
                    delivered(ledger.decide(approval(false, new Approver("dora", standing), 10)))
                            .status(),
                    standing.name());
        }
    }

    @Test
    void anApprovalOfOtherArgumentsOrAfterItsTimeIsRefused() {
        awaiting();
        assertRefused(
                "tool.approval.other_arguments",
                new ToolEvent.ApprovalAnswered("c1", true, Approver.adult("ana"), "abc", question(), "", 10));
        assertRefused("tool.approval.expired", approval(true, Approver.adult("ana"), 3_001));
        assertRefused("tool.approval.not_due", new ToolEvent.ApprovalTimedOut("c1", 2_999));
        assertEquals(ApprovalOutcome.APPROVED, outcome(ledger.decide(approval(true, Approver.adult("ana"), 3_000))));
    }

    @Test
    void anApprovalNobodyAskedForIsRefused() {
        assertRefused("tool.approval.none_pending", approval(true, Approver.adult("ana"), 10));
        propose();
        assertRefused("tool.approval.none_pending", approval(true, Approver.adult("ana"), 10));
    }

    @Test
    void aPermitIsSpentOnce() {
        admitted();
        fold(dispatch(1));
        assertRefused("tool.permit.used", dispatch(2));
        fold(result(3));
        assertRefused("tool.call.settled", dispatch(4));
    }

    @Test
    void aPermitOfAnotherCallOrForOtherArgumentsIsRefused() {
        admitted();
        Permit forged = Permit.forCall(ToolCall.of("c1", "order", Json.Obj.EMPTY.with("item", "gold"), 3), "", "", 500);
        assertRefused(
                "tool.permit.other",
                new ToolEvent.DispatchRequested("c1", forged.permitId(), CALL.argumentsSha256(), 3, "", 1));
        assertRefused(
                "tool.permit.other_arguments",
                new ToolEvent.DispatchRequested("c1", forged(CALL).permitId(), forged.argumentsSha256(), 3, "", 1));
    }

    @Test
    void aPermitPastItsTimeOrOfAnOldEpochEndsTheCallAsDenied() {
        admitted();
        Step<ToolState> late = ledger.decide(dispatch(500));
        assertEquals(ToolStatus.DENIED, delivered(late).status());
        Step<ToolState> stale = ledger.decide(
                new ToolEvent.DispatchRequested("c1", forged(CALL).permitId(), CALL.argumentsSha256(), 4, "", 1));
        assertEquals(ToolStatus.DENIED, delivered(stale).status());
        assertEquals(0, runs(late) + runs(stale));
    }

    @Test
    void aSandboxViolationIsAResultAndNothingRuns() {
        propose();
        policy(Ruling.ALLOW, 0);
        Step<ToolState> step = fold(new ToolEvent.SandboxViolated("c1", "path outside the workspace", 1));
        assertEquals(ToolStatus.SANDBOX_VIOLATION, delivered(step).status());
        assertEquals(0, runs(step));
    }

    @Test
    void aDeniedCallNeverRuns() {
        propose();
        assertEquals(ToolStatus.DENIED, delivered(policy(Ruling.DENY, 0)).status());
        assertRefused("tool.call.settled", dispatch(1));
    }

    @Test
    void aTimeoutSettlesStopsTheToolAndRefusesWhatComesLater() {
        admitted();
        fold(dispatch(1));
        assertRefused("tool.deadline.not_due", new ToolEvent.DeadlinePassed("c1", 800));
        assertRefused("tool.result.late", result(801));
        Step<ToolState> step = fold(new ToolEvent.DeadlinePassed("c1", 801));
        assertEquals(ToolStatus.TIMEOUT, delivered(step).status());
        assertTrue(effects(step).contains(new ToolEffect.StopTool("c1")));
        assertRefused("INV-TOOL-TERMINAL", result(802));
    }

    @Test
    void aCancelSettlesAtOnceAndStopsTheTool() {
        admitted();
        fold(dispatch(1));
        Step<ToolState> step = fold(new ToolEvent.CancelRequested("c1", "interrupted", 5));
        assertEquals(ToolStatus.CANCELLED, delivered(step).status());
        assertTrue(effects(step).contains(new ToolEffect.StopTool("c1")));
    }

    @Test
    void aLossAfterDispatchIsUnknownAndEverythingBeforeItSurvives() {
        propose();
        assertRefused("tool.no_transition", new ToolEvent.ProcessLost("c1", 9));
        policy(Ruling.ASK, 0);
        assertRefused("tool.no_transition", new ToolEvent.ProcessLost("c1", 9));
        fold(approval(true, Approver.adult("ana"), 1));
        fold(new ToolEvent.SandboxAdmitted("c1", 2));
        fold(dispatch(3));
        assertEquals(
                ToolStatus.UNKNOWN,
                delivered(fold(new ToolEvent.ProcessLost("c1", 9))).status());
    }

    @Test
    void theSameCallAgainRunsNothingAndWithOtherArgumentsIsRefused() {
        admitted();
        fold(dispatch(1));
        ToolCall respelled =
                ToolCall.of("c1", "order", new Json.Obj(CALL.arguments().fields()), 3);
        ToolState running = ledger.state("c1");
        assertEquals(Step.moved(running), fold(new ToolEvent.CallProposed(respelled, 1, 2)));
        assertRefused(
                "tool.call.conflict",
                new ToolEvent.CallProposed(ToolCall.of("c1", "order", Json.Obj.EMPTY.with("item", "gold"), 3), 1, 2));
        assertRefused(
                "tool.call.conflict", new ToolEvent.CallProposed(ToolCall.of("c1", "sell", CALL.arguments(), 3), 1, 2));
    }

    @Test
    void digestsIgnoreTheSpellingOfArguments() {
        Json.Obj one = Json.Obj.EMPTY.with("a", 1).with("b", "x");
        Json.Obj two = Json.Obj.EMPTY.with("b", "x").with("a", new Json.Num(new java.math.BigDecimal("1.0")));
        assertEquals(ArgumentsDigest.of(one), ArgumentsDigest.of(two));
        assertNotEquals(ArgumentsDigest.of(one), ArgumentsDigest.of(one.with("a", 2)));
    }

    private static Permit forged(ToolCall call) {
        return Permit.forCall(call, "", "", 500);
    }

    private void propose() {
        fold(new ToolEvent.CallProposed(CALL, 1, 0));
    }

    private void awaiting() {
        propose();
        policy(Ruling.ASK, 0);
    }

    private void admitted() {
        propose();
        policy(Ruling.ALLOW, 0);
        fold(new ToolEvent.SandboxAdmitted("c1", 0));
    }

    private Step<ToolState> policy(Ruling ruling, long atMs) {
        return fold(new ToolEvent.PolicyDecided("c1", ruling, TERMS, "configured", atMs));
    }

    private String question() {
        return ledger.state("c1") instanceof ToolState.AwaitingApproval open ? open.question() : "";
    }

    private ToolEvent approval(boolean approved, Approver approver, long atMs) {
        return new ToolEvent.ApprovalAnswered("c1", approved, approver, CALL.argumentsSha256(), question(), "", atMs);
    }

    private ToolEvent dispatch(long atMs) {
        Permit permit = ledger.state("c1") instanceof ToolState.Admitted admitted ? admitted.permit() : forged(CALL);
        return new ToolEvent.DispatchRequested("c1", permit.permitId(), CALL.argumentsSha256(), 3, "", atMs);
    }

    private static ToolEvent result(long atMs) {
        return ToolEvent.ResultArrived.of("c1", Ending.SUCCESS, Json.of(true), "", atMs);
    }

    private Step<ToolState> fold(ToolEvent event) {
        return ledger.fold(event);
    }

    private void assertRefused(String rule, ToolEvent event) {
        assertEquals(
                rule, assertInstanceOf(Step.Refused.class, ledger.decide(event)).rule());
    }

    private static List<ToolEffect> effects(Step<ToolState> step) {
        List<ToolEffect> effects = new ArrayList<>();
        if (step instanceof Step.Moved<ToolState> move) {
            move.effects().forEach(effect -> effects.add((ToolEffect) effect));
        }
        return effects;
    }

    private static long runs(Step<ToolState> step) {
        return effects(step).stream()
                .filter(ToolEffect.RunTool.class::isInstance)
                .count();
    }

    private static ToolResult delivered(Step<ToolState> step) {
        return effects(step).stream()
                .filter(ToolEffect.DeliverResult.class::isInstance)
                .map(effect -> ((ToolEffect.DeliverResult) effect).result())
                .findFirst()
                .orElseThrow();
    }

    private static ApprovalOutcome outcome(Step<ToolState> step) {
        return effects(step).stream()
                .filter(ToolEffect.CloseApproval.class::isInstance)
                .map(effect -> ((ToolEffect.CloseApproval) effect).outcome())
                .findFirst()
                .orElseThrow();
    }

    /** One call that moves as the machine says. */
    private static final class Calls {
        private final ToolMachine machine = new ToolMachine();
        private ToolState state = machine.initial();

        ToolState state(String callId) {
            return callId.equals("c1") ? state : machine.initial();
        }

        Step<ToolState> decide(ToolEvent event) {
            return machine.step(state, event);
        }

        Step<ToolState> fold(ToolEvent event) {
            Step<ToolState> step = decide(event);
            if (step instanceof Step.Moved<ToolState> move) {
                state = move.next();
            }
            return step;
        }
    }
}
