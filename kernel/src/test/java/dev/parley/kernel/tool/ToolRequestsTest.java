package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.Approver.Standing;
import dev.parley.kernel.tool.ToolEvent.ApprovalAnswered;
import dev.parley.kernel.tool.ToolEvent.CallProposed;
import dev.parley.kernel.tool.ToolEvent.DispatchRequested;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What stands in the record for every event of a call, written out by hand, and what no request may say. */
class ToolRequestsTest {
    private static final long AT_MS = 1_700_000_000_123L;
    private static final OffsetDateTime AT = OffsetDateTime.parse("2023-11-14T22:13:20.123Z");
    private static final long LONGEST_MS = 9_007_199_254_740_992L;

    /** The digest of {@code {}}, as sha256sum prints it. */
    private static final String EMPTY_SHA256 = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

    private static final ToolTerms TERMS = new ToolTerms(ToolSafety.WRITE, 800, 3_000, 500, true);
    private static final String TERMS_TEXT = "{\"approval_timeout_ms\":3000,\"cancel_on_interrupt\":true,"
            + "\"permit_ttl_ms\":500,\"safety\":\"WRITE\",\"timeout_ms\":800}";

    private record Written(ToolEvent event, String actor, String action, String parameters) {}

    private static Written by(String actor, ToolEvent event, String action, String parameters) {
        return new Written(event, actor, action, parameters);
    }

    private static Written written(ToolEvent event, String action, String parameters) {
        return new Written(event, "system", action, parameters);
    }

    private static ToolCall order(Json.Obj arguments, long epoch) {
        return ToolCall.of("c1", "order", arguments, epoch);
    }

    private static PolicyDecided policy(Ruling ruling, String mode, boolean discloses, String reason, String words) {
        return new PolicyDecided("c1", ruling, TERMS, mode, discloses, reason, words, AT_MS);
    }

    private static ApprovalAnswered answer(boolean yes, Approver approver, String digest, String question, String m) {
        return new ApprovalAnswered("c1", yes, approver, digest, question, m, AT_MS);
    }

    private static ResultArrived result(Ending ending, String digest, String reason, long seenIn) {
        return new ResultArrived("c1", ending, digest, reason, seenIn, AT_MS);
    }

    private static List<Written> proposalsAndPolicies() {
        Json.Obj tea = Json.Obj.EMPTY.with("item", "tea").with("count", 2);
        return List.of(
                written(
                        new CallProposed(order(tea, 3), 4, AT_MS),
                        "call",
                        "{\"arguments\":{\"count\":2,\"item\":\"tea\"},\"epoch\":3,\"tool\":\"order\",\"turn\":4}"),
                written(
                        new CallProposed(order(Json.Obj.EMPTY, 0), 0, List.of("mcp:files", "mail"), AT_MS),
                        "call",
                        "{\"arguments\":{},\"epoch\":0,\"sources\":[\"mcp:files\",\"mail\"],\"tool\":\"order\",\"turn\":0}"),
                written(policy(Ruling.ALLOW, "", false, "", ""), "permit", "{\"terms\":" + TERMS_TEXT + "}"),
                written(
                        policy(Ruling.ALLOW, "ana alone", true, "declared", ""),
                        "permit",
                        "{\"discloses\":true,\"mode\":\"ana alone\",\"reason\":\"declared\",\"terms\":" + TERMS_TEXT
                                + "}"),
                written(
                        policy(Ruling.ASK, "", false, "", "said"),
                        "ask",
                        "{\"terms\":" + TERMS_TEXT + ",\"words\":\"said\"}"),
                written(
                        new PolicyDecided("c1", Ruling.DENY, ToolTerms.DEFAULT, "no such tool", AT_MS),
                        "reject",
                        "{\"reason\":\"no such tool\"}"),
                written(new PolicyDecided("c1", Ruling.DENY, ToolTerms.DEFAULT, "", AT_MS), "reject", "{}"));
    }

    private static List<Written> answers() {
        return List.of(
                by(
                        "ana",
                        answer(true, Approver.adult("ana"), "d", "q", "ana alone"),
                        "approve",
                        "{\"arguments_sha256\":\"d\",\"mode\":\"ana alone\",\"question\":\"q\","
                                + "\"standing\":\"confirmed_adult\"}"),
                by(
                        "operator",
                        answer(true, Approver.operator(), "d", "q", ""),
                        "approve",
                        "{\"arguments_sha256\":\"d\",\"question\":\"q\",\"standing\":\"operator\"}"),
                by(
                        "dora",
                        answer(false, new Approver("dora", Standing.MINOR), "d", "q", ""),
                        "reject",
                        "{\"arguments_sha256\":\"d\",\"question\":\"q\",\"standing\":\"minor\"}"),
                by(
                        "x",
                        answer(false, new Approver("x", Standing.UNCONFIRMED), "", "", ""),
                        "reject",
                        "{\"arguments_sha256\":\"\",\"question\":\"\",\"standing\":\"unconfirmed\"}"),
                by(
                        "mcp",
                        answer(true, new Approver("mcp", Standing.NOT_A_PERSON), "d", "q", ""),
                        "approve",
                        "{\"arguments_sha256\":\"d\",\"question\":\"q\",\"standing\":\"not_a_person\"}"));
    }

    private static List<Written> theRest() {
        return List.of(
                written(new ToolEvent.QuestionHeard("c1", AT_MS), "heard", "{}"),
                written(new ToolEvent.ApprovalTimedOut("c1", AT_MS), "expire", "{}"),
                written(new ToolEvent.SandboxAdmitted("c1", AT_MS), "admit", "{}"),
                written(
                        new ToolEvent.SandboxViolated("c1", "a path", AT_MS),
                        "reject",
                        "{\"reason\":\"a path\",\"status\":\"sandbox_violation\"}"),
                written(
                        new DispatchRequested("c1", "token_1", "d", 3, "", AT_MS),
                        "dispatch",
                        "{\"arguments_sha256\":\"d\",\"epoch\":3,\"permit\":\"token_1\"}"),
                written(
                        new DispatchRequested("c1", "token_1", "d", 0, "with ben", AT_MS),
                        "dispatch",
                        "{\"arguments_sha256\":\"d\",\"epoch\":0,\"mode\":\"with ben\",\"permit\":\"token_1\"}"),
                written(result(Ending.SUCCESS, "", "", 0), "result", "{\"status\":\"success\"}"),
                written(
                        result(Ending.ERROR, "d", "broken", 7),
                        "result",
                        "{\"content_sha256\":\"d\",\"reason\":\"broken\",\"seen_in\":7,\"status\":\"error\"}"),
                written(
                        result(Ending.SANDBOX_VIOLATION, "", "a path", 0),
                        "result",
                        "{\"reason\":\"a path\",\"status\":\"sandbox_violation\"}"),
                written(new ToolEvent.DeadlinePassed("c1", AT_MS), "result", "{\"status\":\"timeout\"}"),
                written(new ToolEvent.ProcessLost("c1", AT_MS), "result", "{\"status\":\"unknown\"}"),
                written(new ToolEvent.CancelRequested("c1", "", AT_MS), "cancel", "{}"),
                written(
                        new ToolEvent.CancelRequested("c1", "interrupted", AT_MS),
                        "cancel",
                        "{\"reason\":\"interrupted\"}"));
    }

    @Test
    void everyEventIsWrittenAsItsActionAndReadAsItself() {
        Set<Class<?>> kinds = new HashSet<>();
        for (List<Written> table : List.of(proposalsAndPolicies(), answers(), theRest())) {
            for (Written each : table) {
                Request request = ToolRequests.of(each.event());
                assertEquals(AT, request.at());
                assertEquals(each.actor(), request.actor());
                assertEquals("c1", request.target());
                assertEquals(each.action(), request.action());
                assertEquals(each.parameters(), request.parameters().canonical());
                assertEquals(each.event(), read(request));
                kinds.add(each.event().getClass());
            }
        }
        assertEquals(Set.of(ToolEvent.class.getPermittedSubclasses()), kinds);
    }

    @Test
    void somebodyElseMayAskForTheSame() {
        Request request = ToolRequests.of("agent", new ToolEvent.CancelRequested("c1", "", AT_MS));
        assertEquals("agent", request.actor());
    }

    @Test
    void aTimeThatNeverRunsOutIsNotWrittenAndTheLongestThatIsReadIs() {
        ToolTerms never = new ToolTerms(
                ToolSafety.READ, ToolTerms.UNLIMITED_MS, ToolTerms.UNLIMITED_MS, ToolTerms.UNLIMITED_MS, false);
        assertEquals("{\"terms\":{\"cancel_on_interrupt\":false,\"safety\":\"READ\"}}", permit(never));
        assertEquals(never, terms(permitting(never)));
        ToolTerms long1 = new ToolTerms(ToolSafety.MIXED, LONGEST_MS - 1, 1, LONGEST_MS, false);
        assertEquals(
                "{\"terms\":{\"approval_timeout_ms\":1,\"cancel_on_interrupt\":false,\"safety\":\"MIXED\","
                        + "\"timeout_ms\":9007199254740991}}",
                permit(long1));
        assertEquals(
                new ToolTerms(ToolSafety.MIXED, LONGEST_MS - 1, 1, ToolTerms.UNLIMITED_MS, false),
                terms(permitting(long1)));
    }

    private static Request permitting(ToolTerms terms) {
        return ToolRequests.of(new PolicyDecided("c1", Ruling.ALLOW, terms, "", AT_MS));
    }

    private static String permit(ToolTerms terms) {
        return permitting(terms).parameters().canonical();
    }

    private static ToolTerms terms(Request request) {
        return assertInstanceOf(PolicyDecided.class, read(request)).terms();
    }

    private static ToolEvent read(Request request) {
        return switch (ToolRequests.read(request)) {
            case Reading.Understood<ToolEvent>(ToolEvent event) -> event;
            case Reading.Malformed<ToolEvent>(String reason) -> throw new AssertionError(reason);
        };
    }

    @Test
    void whatMayBeLeftOutIsNothingZeroOrEmpty() {
        CallProposed call =
                assertInstanceOf(CallProposed.class, read(of("call", Json.Obj.EMPTY.with("tool", "order"))));
        assertEquals(new CallProposed(new ToolCall("c1", "order", Json.Obj.EMPTY, EMPTY_SHA256, 0), 0, AT_MS), call);
        Json.Obj dispatch = Json.Obj.EMPTY.with("permit", "p").with("arguments_sha256", "d");
        assertEquals(new DispatchRequested("c1", "p", "d", 0, "", AT_MS), read(of("dispatch", dispatch)));
        Json.Obj adult = Json.Obj.EMPTY.with("standing", "Confirmed_Adult");
        assertEquals(
                answer(true, Approver.adult("ana"), "", "", ""),
                read(of("approve", adult).by("ana")));
        assertEquals(
                result(Ending.SUCCESS, "", "", LONGEST_MS),
                read(of(
                        "result",
                        Json.Obj.EMPTY
                                .with("status", "SUCCESS")
                                .with("seen_in", new Json.Num(new BigDecimal("9007199254740992.00"))))));
    }

    private static Request of(String action, Json.Obj parameters) {
        return new Request(AT, "system", "c1", action, parameters);
    }

    @Test
    void whatCannotBeMeantIsMalformedWithItsReason() {
        malformed("'run' is not an action of a tool call", "run", Json.Obj.EMPTY);
        malformed("tool is missing", "call", Json.Obj.EMPTY);
        malformed("tool is missing", "call", Json.Obj.EMPTY.with("tool", ""));
        malformed("tool must be a text", "call", Json.Obj.EMPTY.with("tool", 1));
        Json.Obj call = Json.Obj.EMPTY.with("tool", "order");
        malformed("arguments must be an object", "call", call.with("arguments", "tea"));
        malformed("sources must be a list of texts", "call", call.with("sources", "mail"));
        malformed("sources must be a list of texts", "call", call.with("sources", Json.of(List.of(Json.of(1)))));
        malformed("terms are missing", "permit", Json.Obj.EMPTY);
        malformed("terms are missing", "ask", Json.Obj.EMPTY.with("terms", "any"));
        malformed("permit is missing", "dispatch", Json.Obj.EMPTY.with("arguments_sha256", "d"));
        malformed("arguments_sha256 is missing", "dispatch", Json.Obj.EMPTY.with("permit", "p"));
        malformed("standing is missing", "approve", Json.Obj.EMPTY);
        malformed("standing is not one that is known: king", "approve", Json.Obj.EMPTY.with("standing", "king"));
        malformed("standing is not one that is known: king", "reject", Json.Obj.EMPTY.with("standing", "king"));
        malformed("reason must be a text", "cancel", Json.Obj.EMPTY.with("reason", true));
    }

    @Test
    void aRejectionAndAResultHaveTheStatusThatIsTheirs() {
        for (ToolStatus status : ToolStatus.values()) {
            Json.Obj given = Json.Obj.EMPTY.with("status", status.printed());
            if (status != ToolStatus.SANDBOX_VIOLATION) {
                malformed("a rejection has no status but sandbox_violation", "reject", given);
            }
        }
        malformed("no tool comes back cancelled", "result", Json.Obj.EMPTY.with("status", "cancelled"));
        malformed("no tool comes back denied", "result", Json.Obj.EMPTY.with("status", "denied"));
        malformed("status is missing", "result", Json.Obj.EMPTY);
        malformed("status is not one that is known: fine", "result", Json.Obj.EMPTY.with("status", "fine"));
    }

    @Test
    void aNumberIsWholeAndNeitherBelowZeroNorAboveWhatEveryReaderKeeps() {
        Json.Obj call = Json.Obj.EMPTY.with("tool", "order");
        for (Json odd : List.of(
                Json.of("3"),
                Json.Null.NULL,
                Json.of(-1),
                new Json.Num(new BigDecimal("0.5")),
                Json.of(LONGEST_MS + 1))) {
            malformed("epoch must be a whole number from 0 to 9007199254740992", "call", call.with("epoch", odd));
            malformed("turn must be a whole number from 0 to 9007199254740992", "call", call.with("turn", odd));
        }
        assertEquals(
                LONGEST_MS,
                assertInstanceOf(CallProposed.class, read(of("call", call.with("turn", LONGEST_MS))))
                        .turn());
    }

    @Test
    void termsHaveASafetyAndTimesAboveZero() {
        Json.Obj sound = Json.Obj.EMPTY.with("safety", "read");
        assertEquals(
                ToolSafety.READ,
                terms(of("permit", Json.Obj.EMPTY.with("terms", sound))).safety());
        for (String time : List.of("timeout_ms", "approval_timeout_ms", "permit_ttl_ms")) {
            badTerms("every time of a tool's terms is above 0 ms", sound.with(time, 0));
            badTerms(time + " must be a whole number from 0 to 9007199254740992", sound.with(time, -1));
            badTerms(time + " must be a whole number from 0 to 9007199254740992", sound.with(time, "1"));
        }
        badTerms("safety is missing", Json.Obj.EMPTY);
        badTerms("safety is not one that is known: SAFE", Json.Obj.EMPTY.with("safety", "SAFE"));
        badTerms("cancel_on_interrupt must be true or false", sound.with("cancel_on_interrupt", "yes"));
        malformed(
                "discloses must be true or false",
                "permit",
                Json.Obj.EMPTY.with("terms", sound).with("discloses", 1));
    }

    private static void badTerms(String reason, Json.Obj terms) {
        malformed(reason, "permit", Json.Obj.EMPTY.with("terms", terms));
        malformed(reason, "ask", Json.Obj.EMPTY.with("terms", terms));
    }

    private static void malformed(String reason, String action, Json.Obj parameters) {
        assertEquals(Reading.malformed(reason), ToolRequests.read(of(action, parameters)));
    }

    @Test
    void onlyUnderTheNameOfTheHouseDoesItsOperatorAnswer() {
        Json.Obj operator = Json.Obj.EMPTY.with("standing", "operator");
        for (String action : List.of("approve", "reject")) {
            assertEquals(
                    Reading.malformed("ana is no operator"),
                    ToolRequests.read(of(action, operator).by("ana")));
        }
        assertEquals(
                answer(true, Approver.operator(), "", "", ""),
                read(of("approve", operator).by("operator")));
    }

    /** Where the program has named an approver, nobody else answers as them, and commands of the house are not theirs. */
    @Test
    void onlyUnderItsOwnNameDoesTheApproverOfTheProgramAnswer() {
        Json.Obj approver = Json.Obj.EMPTY.with("standing", "approver");
        for (String action : List.of("approve", "reject")) {
            for (String other : List.of("ana", "operator")) {
                assertEquals(
                        Reading.malformed(other + " is not the approver"),
                        ToolRequests.read(of(action, approver).by(other)));
            }
        }
        assertEquals(
                answer(true, Approver.named(false), "", "", ""),
                read(of("approve", approver).by("approver")));
        assertEquals(new Approver("approver", Approver.Standing.OTHER_ROLE), Approver.named(true));
        assertEquals(
                answer(true, Approver.adult("approver"), "", "", ""),
                read(of("approve", Json.Obj.EMPTY.with("standing", "confirmed_adult"))
                        .by("approver")));
    }

    @Test
    void noCallTakesTheNameUnderWhichATurnIsKept() {
        Request request = new Request(AT, "agent", "turn:3", "call", Json.Obj.EMPTY.with("tool", "order"));
        assertEquals(Reading.malformed("a call is not named turn:3"), ToolRequests.read(request));
    }

    @Test
    void aNumberThatAnywhereWouldBeShownOtherwiseIsNamed() {
        Json odd = new Json.Num(new BigDecimal("9007199254740993"));
        Json shown = new Json.Num(new BigDecimal("2.50"));
        String reason = "the number 9007199254740993 would be shown and run as 9007199254740992";
        for (Json around : List.of(
                odd,
                Json.of(List.of(Json.of("a"), Json.of(List.of(odd)))),
                Json.Obj.EMPTY.with("deep", Json.Obj.EMPTY.with("er", odd)))) {
            malformed(reason, "call", Json.Obj.EMPTY.with("tool", "pay").with("arguments", in(around)));
        }
        Json.Obj sound = in(Json.of(List.of(shown, Json.Null.NULL, Json.of(true), Json.Obj.EMPTY.with("n", shown))));
        CallProposed call = assertInstanceOf(
                CallProposed.class,
                read(of("call", Json.Obj.EMPTY.with("tool", "pay").with("arguments", sound))));
        assertEquals(sound, call.call().arguments());
    }

    private static Json.Obj in(Json value) {
        return Json.Obj.EMPTY.with("first", "x").with("of", value);
    }

    @Test
    void anAnswerSaysWhatItRestsOnAndNoMore() {
        Request yes = ToolRequests.of(answer(true, Approver.operator(), "d", "q", ""));
        String plain = "\"arguments_sha256\":\"d\",";
        String rest = "\"question\":\"q\",";
        String end = "\"standing\":\"operator\"}";
        Request bare = ToolRequests.grounded(yes, 12, Json.Obj.EMPTY, 0);
        assertEquals("{\"answer\":12," + plain + rest + end, bare.parameters().canonical());
        Request full = ToolRequests.grounded(yes, 12, Json.Obj.EMPTY.with("role", "admin"), 9);
        assertEquals(
                "{\"answer\":12," + plain + "\"operator\":{\"role\":\"admin\"}," + rest + "\"reply\":9," + end,
                full.parameters().canonical());
        for (Request each : List.of(bare, full)) {
            assertEquals(yes, each.instead(each.actor(), each.target(), each.action(), yes.parameters()));
            assertEquals(read(yes), read(each), "the room does not decide by it");
        }
    }
}
