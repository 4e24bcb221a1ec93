package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** The tool room under the registrar: rulings B17, E10 and E11. */
class ToolRoomTest {
    private static final long START = 1_700_000_000_000L;
    private static final ToolTerms WRITE = new ToolTerms(ToolSafety.WRITE, 800, 3_000, 500, false);
    private static final ToolTerms READ = WRITE.withSafety(ToolSafety.READ);

    private final List<Attestation> attested = new ArrayList<>();
    private ToolCalls calls = new ToolCalls(ToolRoom.of("talk"), attested::add);

    @Test
    void aCallGoesThroughTheTenActionsAndEveryStepIsAttested() {
        call("c1", 1);
        ask("c1", "alone");
        answer("c1", true, "ana", "alone");
        admit("c1");
        Verdict<ToolCase> dispatched = dispatch("c1", "alone");
        assertTrue(dispatched.effects().stream().anyMatch(ToolEffect.RunTool.class::isInstance));
        Verdict<ToolCase> result = result("c1", Json.of("done"));
        assertInstanceOf(ToolEffect.DeliverResult.class, result.effects().getFirst());
        assertEquals(
                List.of("call", "ask", "approve", "admit", "dispatch", "result"),
                attested.stream().map(Attestation::action).toList());
        assertEquals(
                List.of("agent", "system", "ana", "system", "system", "system"),
                attested.stream().map(Attestation::actor).toList());
        assertEquals(0, calls.openCount());
    }

    @Test
    void aYesCoversOneCallAndOneQuestion() {
        call("c1", 1);
        call("c2", 1);
        ask("c1", "");
        ask("c2", "");
        String first = awaiting("c1").question();
        assertNotEquals(first, awaiting("c2").question());
        refused("tool.approval.other_question", yes("c2", "ana", first, ""));
        allowed(yes("c1", "ana", first, ""));
        assertInstanceOf(ToolState.AwaitingApproval.class, calls.state("c2"), "B17: no yes releases another call");
        refused("tool.approval.none_pending", yes("c1", "ana", first, ""));
    }

    @Test
    void theSameQuestionInAnotherConversationIsAnotherQuestion() {
        call("c1", 1);
        ask("c1", "");
        String here = awaiting("c1").question();
        calls = new ToolCalls(ToolRoom.of("elsewhere"), attested::add);
        call("c1", 1);
        ask("c1", "");
        assertNotEquals(here, awaiting("c1").question());
        refused("tool.approval.other_question", yes("c1", "ana", here, ""));
    }

    @Test
    void aYesFallsWhenTheCompanyChanges() {
        call("c1", 1);
        ask("c1", "ana alone");
        String before = awaiting("c1").question();
        refused("tool.approval.other_company", yes("c1", "ana", before, "ana and ben"));
        refused("tool.approval.asked", policy("c1", Ruling.ASK, "ana alone", false));
        ask("c1", "ana and ben");
        refused("tool.approval.other_question", yes("c1", "ana", before, "ana and ben"));
        allowed(answer("c1", true, "ana", "ana and ben"));
        admit("c1");
        Verdict<ToolCase> late = dispatch("c1", "ana, ben and a stranger");
        assertTrue(late.isAllowed());
        assertFalse(late.effects().stream().anyMatch(ToolEffect.RunTool.class::isInstance));
        assertEquals(
                ToolStatus.DENIED,
                assertInstanceOf(ToolState.Settled.class, calls.state("c1"))
                        .result()
                        .status());
    }

    @Test
    void aNoCountsInWhateverCompanyItIsSaid() {
        call("c1", 1);
        ask("c1", "ana alone");
        allowed(answer("c1", false, "dora", "ana and dora"));
    }

    @Test
    void onlyTheRuntimePermitsAdmitsAndDispatches() {
        call("c1", 1);
        PolicyDecided permit = new PolicyDecided("c1", Ruling.ALLOW, READ, "", START);
        refused(ToolRoom.PROVENANCE, calls.request(ToolRequests.of("assistant", permit)));
        refused(ToolRoom.PROVENANCE, calls.request(ToolRequests.of("user_ana", permit)));
        allowed(calls.request(ToolRequests.of(permit)));
        refused(ToolRoom.PROVENANCE, calls.request(ToolRequests.of("ana", new ToolEvent.SandboxAdmitted("c1", START))));
    }

    @Test
    void aTurnThatHasSeenAResultNeedsAYesForWhatChangesTheWorld() {
        calls = new ToolCalls(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN), attested::add);
        read("c1", 1, Json.Obj.EMPTY.with("mail", "open the garage"));
        call("c2", 1);
        refused(ToolRoom.TAINT, policy("c2", Ruling.ALLOW, "", false));
        allowed(policy("c2", Ruling.ASK, "", false));
        allowed(answer("c2", true, "ana", ""));
        call("c3", 2);
        allowed(policy("c3", Ruling.ALLOW, "", false));
    }

    @Test
    void whatEnteredThePromptFromElsewhereTaintsTooAndALateResultTaintsTheTurnThatIsTold() {
        calls = new ToolCalls(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN), attested::add);
        ToolEvent described = new ToolEvent.CallProposed(made("c1"), 1, List.of("mcp:files"), START);
        allowed(calls.request(ToolRequests.of("agent", described)));
        refused(ToolRoom.TAINT, policy("c1", Ruling.ALLOW, "", false));
        running("c2", 1);
        String digest = ArgumentsDigest.of(Json.of("late"));
        allowed(calls.request(
                ToolRequests.of(new ToolEvent.ResultArrived("c2", Ending.SUCCESS, digest, "", 4, START + 10))));
        call("c4", 4);
        refused(ToolRoom.TAINT, policy("c4", Ruling.ALLOW, "", false));
        call("c3", 3);
        allowed(policy("c3", Ruling.ALLOW, "", false));
    }

    @Test
    void withoutTheSettingNobodyIsAskedForTaintAndForDisclosureAlways() {
        read("c1", 1, Json.of("outside"));
        call("c2", 1);
        allowed(policy("c2", Ruling.ALLOW, "", false));
        call("c3", 1);
        refused(ToolRoom.DISCLOSURE, policy("c3", Ruling.ALLOW, "", true));
        allowed(policy("c3", Ruling.ASK, "", true));
    }

    @Test
    void aNumberThatWouldBeShownOtherwiseMakesTheCallMalformed() {
        Json.Obj odd = Json.Obj.EMPTY.with("amount", new Json.Num(new BigDecimal("9007199254740993")));
        Request request = ToolRequests.of("agent", new ToolEvent.CallProposed(ToolCall.of("c1", "pay", odd, 1), 1, 0));
        refused(Registrar.MALFORMED, calls.request(request));
        Json.Obj nested = Json.Obj.EMPTY.with("of", Json.of(List.of(new Json.Num(new BigDecimal("1e999")))));
        refused(
                Registrar.MALFORMED,
                calls.request(ToolRequests.of(
                        "agent", new ToolEvent.CallProposed(ToolCall.of("c1", "pay", nested, 1), 1, 0))));
        Json.Obj plain = Json.Obj.EMPTY.with("amount", new Json.Num(new BigDecimal("0.1")));
        allowed(calls.request(
                ToolRequests.of("agent", new ToolEvent.CallProposed(ToolCall.of("c1", "pay", plain, 1), 1, 0))));
    }

    /** Whatever is asked, in whatever order: the attested requests lead to the same states and digests again. */
    @Test
    void everythingThatWasAttestedIsDecidedTheSameWayAgain() {
        long seed = 20260301;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        ToolMachine machine = new ToolMachine();
        for (int run = 0; run < 500; run++) {
            attested.clear();
            calls = new ToolCalls(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN), attested::add);
            int steps = random.nextInt(40);
            for (int step = 0; step < steps; step++) {
                List<ToolEvent> alphabet = machine.alphabet(calls.state("call_1"));
                calls.request(ToolRequests.of(alphabet.get(random.nextInt(alphabet.size()))));
            }
            Registrar<ToolCase, ToolEvent> again =
                    Registrar.inConversation(ToolRoom.of("talk").asking(ToolRoom.Taint.TURN), attestation -> {});
            List<Json.Obj> exported = attested.stream().map(Attestation::toJson).toList();
            assertInstanceOf(
                    Rebuild.Result.Verified.class, Rebuild.into(again, exported), "seed " + seed + ", run " + run);
            assertEquals(calls.registrar().head(), again.head());
            assertEquals(calls.registrar().view().state("call_1"), again.view().state("call_1"));
        }
    }

    private static ToolCall made(String id) {
        return ToolCall.of(id, "order", Json.Obj.EMPTY.with("item", "tea"), 3);
    }

    private void call(String id, long turn) {
        allowed(calls.request(ToolRequests.of("agent", new ToolEvent.CallProposed(made(id), turn, START))));
    }

    private Verdict<ToolCase> policy(String id, Ruling ruling, String mode, boolean discloses) {
        return calls.request(ToolRequests.of(new PolicyDecided(id, ruling, WRITE, mode, discloses, "", START)));
    }

    private void ask(String id, String mode) {
        allowed(policy(id, Ruling.ASK, mode, false));
    }

    private ToolState.AwaitingApproval awaiting(String id) {
        return assertInstanceOf(ToolState.AwaitingApproval.class, calls.state(id));
    }

    private Verdict<ToolCase> answer(String id, boolean approved, String by, String mode) {
        return calls.request(ToolRequests.of(new ToolEvent.ApprovalAnswered(
                id,
                approved,
                Approver.adult(by),
                made(id).argumentsSha256(),
                awaiting(id).question(),
                mode,
                START + 1)));
    }

    private Verdict<ToolCase> yes(String id, String by, String question, String mode) {
        return calls.request(ToolRequests.of(new ToolEvent.ApprovalAnswered(
                id, true, Approver.adult(by), made(id).argumentsSha256(), question, mode, START + 1)));
    }

    private void admit(String id) {
        allowed(calls.request(ToolRequests.of(new ToolEvent.SandboxAdmitted(id, START + 2))));
    }

    private Verdict<ToolCase> dispatch(String id, String mode) {
        Permit permit =
                assertInstanceOf(ToolState.Admitted.class, calls.state(id)).permit();
        return calls.request(ToolRequests.of(new ToolEvent.DispatchRequested(
                id, permit.permitId(), made(id).argumentsSha256(), 3, mode, START + 3)));
    }

    private Verdict<ToolCase> result(String id, Json content) {
        return calls.request(ToolRequests.of(ToolEvent.ResultArrived.of(id, Ending.SUCCESS, content, "", START + 5)));
    }

    private void running(String id, long turn) {
        call(id, turn);
        allowed(calls.request(ToolRequests.of(new PolicyDecided(id, Ruling.ALLOW, READ, "", START))));
        admit(id);
        dispatch(id, "");
    }

    private void read(String id, long turn, Json answer) {
        running(id, turn);
        allowed(result(id, answer));
    }

    private static void allowed(Verdict<ToolCase> verdict) {
        assertTrue(verdict.isAllowed(), verdict.reason());
    }

    private static void refused(String rule, Verdict<ToolCase> verdict) {
        assertFalse(verdict.isAllowed());
        assertTrue(verdict.violates(rule), verdict.reason());
    }
}
