package dev.parley.kernel.episode;

import static dev.parley.kernel.episode.EpisodeState.S0_IDLE;
import static dev.parley.kernel.episode.EpisodeState.S1_SENSE;
import static dev.parley.kernel.episode.EpisodeState.S2_MODEL;
import static dev.parley.kernel.episode.EpisodeState.S3_DECIDE;
import static dev.parley.kernel.episode.EpisodeState.S4_VERIFY;
import static dev.parley.kernel.episode.EpisodeState.S5_AUTHORIZE;
import static dev.parley.kernel.episode.EpisodeState.S6_EXECUTE;
import static dev.parley.kernel.episode.EpisodeState.S7_REVIEW;
import static dev.parley.kernel.episode.EpisodeState.S8_ESCALATED;
import static dev.parley.kernel.episode.EpisodeState.S9_SAFEMODE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The normative table, row by row, and every pair of state and entry that has no row. */
class TransitionTableTest {
    /** How to come to each state, in every profile, with an ACT decision in force where there is one. */
    private static final Map<EpisodeState, Consumer<EpisodeDrive>> WAYS = new EnumMap<>(Map.of(
            S0_IDLE,
            drive -> {},
            S1_SENSE,
            EpisodeDrive::observe,
            S2_MODEL,
            EpisodeDrive::toModel,
            S3_DECIDE,
            drive -> drive.toDecided(Outcome.ACT),
            S4_VERIFY,
            drive -> drive.toDecided(Outcome.VERIFY_FIRST).plan(),
            S5_AUTHORIZE,
            drive -> drive.toDecided(Outcome.ACT).token("token_1"),
            S6_EXECUTE,
            TransitionTableTest::executingWithToken,
            S7_REVIEW,
            EpisodeDrive::toReview,
            S8_ESCALATED,
            drive -> drive.toDecided(Outcome.ESCALATE).escalate(),
            S9_SAFEMODE,
            EpisodeDrive::toSafeMode));

    private static void executingWithToken(EpisodeDrive drive) {
        drive.toDecided(Outcome.ACT).token("token_1").write("token_1");
        drive.result(drive.lastPacketId());
    }

    /** The normative table with the settling of decisions (C1) and the additions of C5 to C7. */
    private static final Map<String, EpisodeState> EXPECTED = expected("""
            S0_IDLE OBSERVATION S1_SENSE
            S1_SENSE OBSERVATION S1_SENSE
            S1_SENSE BELIEF S2_MODEL
            S2_MODEL BELIEF S2_MODEL
            S2_MODEL DECISION_ACT S3_DECIDE
            S2_MODEL DECISION_VERIFY_FIRST S4_VERIFY
            S2_MODEL DECISION_ESCALATE S8_ESCALATED
            S2_MODEL DECISION_DEFER S7_REVIEW
            S2_MODEL DECISION_CANCEL S7_REVIEW
            S3_DECIDE DECISION_ACT S3_DECIDE
            S3_DECIDE DECISION_VERIFY_FIRST S4_VERIFY
            S3_DECIDE DECISION_ESCALATE S8_ESCALATED
            S3_DECIDE DECISION_DEFER S7_REVIEW
            S3_DECIDE DECISION_CANCEL S7_REVIEW
            S3_DECIDE TOKEN S5_AUTHORIZE
            S3_DECIDE DIRECTIVE_READ S6_EXECUTE
            S4_VERIFY PLAN S4_VERIFY
            S4_VERIFY DIRECTIVE_READ S4_VERIFY
            S4_VERIFY OBSERVATION S4_VERIFY
            S5_AUTHORIZE TOKEN S5_AUTHORIZE
            S5_AUTHORIZE DIRECTIVE_WRITE S6_EXECUTE
            S6_EXECUTE DIRECTIVE_READ S6_EXECUTE
            S6_EXECUTE DIRECTIVE_WRITE S6_EXECUTE
            S6_EXECUTE OBSERVATION S6_EXECUTE
            S6_EXECUTE BELIEF S7_REVIEW
            S6_EXECUTE BELIEF_PARTIAL S2_MODEL
            S7_REVIEW BELIEF S7_REVIEW
            S7_REVIEW OBSERVATION S1_SENSE
            S7_REVIEW EPISODE_CLOSE S0_IDLE
            S8_ESCALATED ESCALATION S8_ESCALATED
            S8_ESCALATED USER_INPUT S3_DECIDE
            S9_SAFEMODE BELIEF S9_SAFEMODE
            S9_SAFEMODE ALERT_CLEAR S7_REVIEW
            S9_SAFEMODE ALERT_RECOVERED S0_IDLE
            """);

    private static Map<String, EpisodeState> expected(String rows) {
        Map<String, EpisodeState> table = new HashMap<>();
        for (EpisodeState state : EpisodeState.values()) {
            table.put(state + " ALERT_HALT", S9_SAFEMODE);
            for (Trigger harmless : List.of(Trigger.ALERT, Trigger.ALERT_CLEAR, Trigger.ALERT_RECOVERED)) {
                table.put(state + " " + harmless, state);
            }
        }
        rows.lines().forEach(row -> {
            int last = row.lastIndexOf(' ');
            table.put(row.substring(0, last), EpisodeState.valueOf(row.substring(last + 1)));
        });
        // Outside S6 it means nothing that an execution is partial (C5).
        for (EpisodeState state : EpisodeState.values()) {
            if (table.containsKey(state + " BELIEF")) {
                table.putIfAbsent(state + " BELIEF_PARTIAL", table.get(state + " BELIEF"));
            }
        }
        return table;
    }

    /** Rows whose entry is refused by a rule or condition unless more has happened; each has a test of its own. */
    private static final Set<Trigger> NEEDS_MORE_IN_S4 =
            EnumSet.of(Trigger.BELIEF, Trigger.BELIEF_PARTIAL, Trigger.RESULT);

    @TestFactory
    List<DynamicTest> everyEntryInEveryStateMovesAsTheTableSaysOrHasNoRow() {
        List<DynamicTest> tests = new ArrayList<>();
        for (EpisodeState state : EpisodeState.values()) {
            for (Trigger trigger : EnumSet.complementOf(EnumSet.of(Trigger.OVERRUN))) {
                if (isTestedElsewhere(state, trigger)) {
                    continue;
                }
                tests.add(DynamicTest.dynamicTest(state + " + " + trigger.label(), () -> checkPair(state, trigger)));
            }
        }
        return tests;
    }

    private static boolean isTestedElsewhere(EpisodeState state, Trigger trigger) {
        boolean conditional = state == S3_DECIDE
                && EnumSet.of(Trigger.BELIEF, Trigger.BELIEF_PARTIAL, Trigger.ESCALATION)
                        .contains(trigger);
        return conditional
                || (state == S4_VERIFY && NEEDS_MORE_IN_S4.contains(trigger))
                || (state == S6_EXECUTE && trigger == Trigger.RESULT);
    }

    private static void checkPair(EpisodeState state, Trigger trigger) {
        EpisodeDrive drive = EpisodeDrive.strict();
        WAYS.getOrDefault(state, _ -> {}).accept(drive);
        assertEquals(state, drive.validator().stateOf("corr_a"));
        drive.give(entry(drive, trigger));
        EpisodeState to = EXPECTED.get(state + " " + trigger);
        if (to != null) {
            drive.accepted(to);
        } else if (state == S9_SAFEMODE) {
            drive.rejected(S9_SAFEMODE, "E7");
        } else {
            drive.rejected(state, "fsm." + state.code() + ".no-row");
        }
    }

    private static EpisodeEntry entry(EpisodeDrive drive, Trigger trigger) {
        Header header = drive.header();
        Instant at = header.createdAt();
        Circumstances unstated = Circumstances.UNSTATED;
        return switch (trigger) {
            case OBSERVATION -> new Packet.Observation(header, true);
            case BELIEF -> new Packet.BeliefUpdate(header, List.of(), true, unstated);
            case BELIEF_PARTIAL -> new Packet.BeliefUpdate(header, List.of(), false, unstated);
            case DECISION_VERIFY_FIRST -> decision(header, Outcome.VERIFY_FIRST);
            case DECISION_ACT -> decision(header, Outcome.ACT);
            case DECISION_ESCALATE -> decision(header, Outcome.ESCALATE);
            case DECISION_DEFER -> decision(header, Outcome.DEFER);
            case DECISION_CANCEL -> decision(header, Outcome.CANCEL);
            case PLAN -> new Packet.VerificationPlan(header);
            case TOKEN ->
                new Packet.AuthorizationToken(
                        header,
                        "token_2",
                        List.of(EpisodeDrive.TOOL),
                        List.of("write"),
                        at.plusSeconds(60),
                        0,
                        1,
                        false);
            case DIRECTIVE_READ -> directive(header, SafetyClass.READ);
            case DIRECTIVE_WRITE -> directive(header, SafetyClass.WRITE);
            case RESULT -> new Packet.TaskResult(header, "task_1", "pkt_1", ResultStatus.SUCCESS, 0);
            case ESCALATION -> new Packet.Escalation(header, 3, 1, true);
            case ALERT -> new Packet.IntegrityAlert(header, "drift", Severity.ERROR, false, false);
            case ALERT_HALT -> new Packet.IntegrityAlert(header, "drift", Severity.CRITICAL, false, false);
            case ALERT_CLEAR -> new Packet.IntegrityAlert(header, "drift", Severity.INFO, true, false);
            case ALERT_RECOVERED -> new Packet.IntegrityAlert(header, "drift", Severity.INFO, true, true);
            case USER_INPUT -> new ExternalEvent.UserInput("corr_a", at);
            case EPISODE_CLOSE -> new ExternalEvent.EpisodeClose("corr_a", at);
            case OVERRUN -> throw new IllegalArgumentException("no entry pulls " + trigger);
        };
    }

    private static Packet decision(Header header, Outcome outcome) {
        return new Packet.Decision(header, outcome, Budgets.UNLIMITED, Circumstances.UNSTATED);
    }

    private static Packet directive(Header header, SafetyClass safetyClass) {
        String operation = safetyClass == SafetyClass.READ ? "read" : "write";
        return new Packet.TaskDirective(
                header,
                "task_9",
                safetyClass,
                EpisodeDrive.TOOL,
                operation,
                "token_1",
                Budgets.UNLIMITED,
                Circumstances.UNSTATED);
    }

    @Test
    void resultsInVerificationAndExecutionStayThere() {
        EpisodeDrive verifying =
                EpisodeDrive.strict().toDecided(Outcome.VERIFY_FIRST).plan().read();
        verifying.result(verifying.lastPacketId()).accepted(S4_VERIFY);
        EpisodeDrive executing = EpisodeDrive.strict().toExecuting();
        executing.result(executing.lastPacketId()).accepted(S6_EXECUTE);
    }

    @Test
    void aCompleteVerificationGoesBackToTheModel() {
        EpisodeDrive drive = EpisodeDrive.strict().toVerified();
        drive.believe(drive.lastPacketId()).accepted(S2_MODEL);
    }

    @Test
    void inS3AnEscalationNeedsTheDecisionEscalate() {
        EpisodeDrive.strict().toDecided(Outcome.ACT).escalate().rejected(S3_DECIDE, "fsm.S3.condition");
        EpisodeDrive.strict()
                .toDecided(Outcome.ESCALATE)
                .escalate()
                .userInput()
                .accepted(S3_DECIDE)
                .escalate()
                .accepted(S8_ESCALATED);
    }

    @Test
    void inS3ATokenNeedsTheDecisionAct() {
        EpisodeDrive.strict()
                .toDecided(Outcome.ESCALATE)
                .escalate()
                .userInput()
                .token("token_1")
                .rejected(S3_DECIDE, "fsm.S3.condition");
    }

    @Test
    void inS3ABeliefNeedsTheDecisionDeferOrCancel() {
        EpisodeDrive.strict().toDecided(Outcome.ACT).believe().rejected(S3_DECIDE, "fsm.S3.condition");
        EpisodeDrive.strict().toDecided(Outcome.ACT).believePartially().rejected(S3_DECIDE, "fsm.S3.condition");
        // Such a decision settles in S7 at once (C1), so the row itself is met only in a ledger made by hand.
        for (Outcome outcome : List.of(Outcome.DEFER, Outcome.CANCEL)) {
            EpisodeDrive drive = EpisodeDrive.strict();
            Ledger ledger = new Ledger(S2_MODEL);
            ledger.accept(decision(drive.header(), outcome), S3_DECIDE);
            EpisodeVerdict verdict = drive.validator().judge(entry(drive, Trigger.BELIEF), ledger);
            assertEquals(S7_REVIEW, verdict.state());
        }
    }

    @Test
    void referenceAddsThreeRowsAndChangesNone() {
        List<Row> strict = TransitionTable.of(Profile.STRICT).rows();
        List<Row> reference =
                new ArrayList<>(TransitionTable.of(Profile.REFERENCE).rows());
        assertTrue(reference.containsAll(strict));
        reference.removeAll(strict);
        assertEquals(
                List.of(
                        new Row(S0_IDLE, Trigger.TOKEN, Guard.NONE, S5_AUTHORIZE),
                        new Row(S5_AUTHORIZE, Trigger.DECISION_ACT, Guard.OPENED_BY_TOKEN_UNDECIDED, S3_DECIDE),
                        new Row(S3_DECIDE, Trigger.DIRECTIVE_WRITE, Guard.OPENED_BY_TOKEN, S6_EXECUTE)),
                reference);
    }

    @Test
    void thereIsOneRowAtMostForAStateAndATrigger() {
        for (Profile profile : Profile.values()) {
            List<Row> rows = TransitionTable.of(profile).rows();
            long pairs = rows.stream()
                    .map(row -> row.from() + " " + row.trigger())
                    .distinct()
                    .count();
            assertEquals(rows.size(), pairs);
        }
    }
}
