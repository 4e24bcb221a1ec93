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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rulings C1 to C11, X5 and X6, one by one. Tokens and verification loops have tests of their own. */
class EpisodeRulingsTest {

    @Nested
    class C1DecisionsSettleByTheirOutcome {
        @Test
        void inTheModelAndInS3Alike() {
            Map<Outcome, EpisodeState> settled = Map.of(
                    Outcome.VERIFY_FIRST, S4_VERIFY,
                    Outcome.ACT, S3_DECIDE,
                    Outcome.ESCALATE, S8_ESCALATED,
                    Outcome.DEFER, S7_REVIEW,
                    Outcome.CANCEL, S7_REVIEW);
            settled.forEach((outcome, state) -> {
                EpisodeDrive.strict().toModel().decide(outcome).accepted(state);
                EpisodeDrive.strict().toDecided(Outcome.ACT).decide(outcome).accepted(state);
            });
        }

        @Test
        void theLatestDecisionGoverns() {
            EpisodeDrive.strict()
                    .toDecided(Outcome.ESCALATE)
                    .escalate()
                    .userInput()
                    .read()
                    .rejected(S3_DECIDE, "E2")
                    .decide(Outcome.ACT)
                    .accepted(S3_DECIDE)
                    .read()
                    .accepted(S6_EXECUTE);
        }
    }

    @Nested
    class C2ReferenceRelaxesTwoThings {
        @Test
        void thePlanIsOptional() {
            EpisodeDrive drive = EpisodeDrive.reference().toDecided(Outcome.VERIFY_FIRST);
            drive.read().accepted(S4_VERIFY);
            drive.result(drive.lastPacketId())
                    .observe()
                    .believe(drive.lastPacketId())
                    .accepted(S2_MODEL);
        }

        @Test
        void aTokenMayOpenAnEpisodeAndAWriteThenLeavesS3() {
            EpisodeDrive.reference()
                    .token("token_1")
                    .accepted(S5_AUTHORIZE)
                    .decide(Outcome.ACT)
                    .accepted(S3_DECIDE)
                    .write("token_1")
                    .accepted(S6_EXECUTE);
            EpisodeDrive.reference()
                    .token("token_1")
                    .decide(Outcome.ACT)
                    .mixed("token_1")
                    .accepted(S6_EXECUTE);
        }

        @Test
        void onThatPathTheTokenMustBeValid() {
            EpisodeDrive.reference()
                    .token("token_1")
                    .decide(Outcome.ACT)
                    .write("token_2")
                    .rejected(S3_DECIDE, "E4.2")
                    .direct(SafetyClass.WRITE, "door_api", "write", "token_1")
                    .rejected(S3_DECIDE, "E4.scope");
        }

        @Test
        void onThatPathOnlyADecisionToActLeavesTheToken() {
            for (Outcome outcome : Outcome.values()) {
                EpisodeDrive drive = EpisodeDrive.reference().token("token_1").decide(outcome);
                if (outcome == Outcome.ACT) {
                    drive.accepted(S3_DECIDE);
                } else {
                    drive.rejected(S5_AUTHORIZE, "fsm.S5.no-row");
                }
            }
        }

        @Test
        void withoutADecisionTheWriteIsRefused() {
            EpisodeDrive.reference().token("token_1").write("token_1").rejected(S5_AUTHORIZE, "E2");
        }

        @Test
        void theSecondTokenIsFollowedByNoDecision() {
            EpisodeDrive.reference()
                    .token("token_1")
                    .decide(Outcome.ACT)
                    .token("token_2")
                    .accepted(S5_AUTHORIZE)
                    .decide(Outcome.ACT)
                    .rejected(S5_AUTHORIZE, "fsm.S5.no-row");
        }

        @Test
        void offThatPathReferenceIsStrict() {
            for (EpisodeDrive drive : List.of(EpisodeDrive.strict(), EpisodeDrive.reference())) {
                drive.toModel().token("token_1").rejected(S2_MODEL, "fsm.S2.no-row");
                drive.decide(Outcome.ACT).write("token_1").rejected(S3_DECIDE, "fsm.S3.no-row");
                drive.token("token_1").accepted(S5_AUTHORIZE);
                drive.decide(Outcome.ACT).rejected(S5_AUTHORIZE, "fsm.S5.no-row");
            }
        }

        @Test
        void strictKnowsNeither() {
            EpisodeDrive.strict().token("token_1").rejected(S0_IDLE, "fsm.S0.no-row");
            EpisodeDrive.strict().toDecided(Outcome.VERIFY_FIRST).read().rejected(S4_VERIFY, "E3.1");
        }

        @Test
        void aClosedEpisodeForgetsThatATokenOpenedIt() {
            EpisodeDrive drive = EpisodeDrive.reference()
                    .token("token_1")
                    .decide(Outcome.ACT)
                    .write("token_1");
            drive.result(drive.lastPacketId()).believe().close().accepted(S0_IDLE);
            drive.toDecided(Outcome.ACT).write("token_1").rejected(S3_DECIDE, "fsm.S3.no-row");
        }
    }

    @Nested
    class C5AndC6ExecutionAndItsEnd {
        @Test
        void aPartialExecutionGoesBackToTheModelAndACompleteOneToReview() {
            EpisodeDrive partial = EpisodeDrive.strict().toExecuting();
            partial.result(partial.lastPacketId()).believePartially().accepted(S2_MODEL);
            EpisodeDrive complete = EpisodeDrive.strict().toExecuting();
            complete.result(complete.lastPacketId()).believe().accepted(S7_REVIEW);
        }

        @Test
        void aDanglingDirectiveBlocksBoth() {
            EpisodeDrive.strict()
                    .toExecuting()
                    .believe()
                    .rejected(S6_EXECUTE, "E6.open")
                    .believePartially()
                    .rejected(S6_EXECUTE, "E6.open");
        }

        @Test
        void everyStatusClosesADirective() {
            for (ResultStatus status : ResultStatus.values()) {
                EpisodeDrive drive = EpisodeDrive.strict().toExecuting();
                drive.result(drive.lastPacketId(), status, 0).believe().accepted(S7_REVIEW);
            }
        }

        @Test
        void mixedIsTreatedAsWriteEverywhere() {
            EpisodeDrive.strict().toDecided(Outcome.ACT).mixed("token_1").rejected(S3_DECIDE, "fsm.S3.no-row");
            EpisodeDrive.strict()
                    .toDecided(Outcome.VERIFY_FIRST)
                    .plan()
                    .mixed("token_1")
                    .rejected(S4_VERIFY, "fsm.S4.no-row");
            EpisodeDrive.strict().toExecuting().mixed(null).rejected(S6_EXECUTE, "E4.1", "E4.2");
            EpisodeDrive.strict()
                    .toDecided(Outcome.ACT)
                    .token("token_1")
                    .mixed("token_1")
                    .accepted(S6_EXECUTE);
        }

        @Test
        void aReviewMayBeginANewCycle() {
            EpisodeDrive.strict()
                    .toReview()
                    .observe()
                    .accepted(S1_SENSE)
                    .believe()
                    .accepted(S2_MODEL);
        }
    }

    @Nested
    class C7SafeMode {
        @Test
        void aCriticalAlertHaltsAndNeverClears() {
            EpisodeDrive.strict()
                    .alert("drift", Severity.CRITICAL, true, true)
                    .accepted(S9_SAFEMODE)
                    .alert("drift", Severity.CRITICAL, true, true)
                    .accepted(S9_SAFEMODE);
        }

        @Test
        void aConstitutionalViolationHaltsAtAnySeverityAndNeverClears() {
            for (Severity severity : Severity.values()) {
                EpisodeDrive.strict()
                        .observe()
                        .alert("constitutional_violation", severity, false, false)
                        .accepted(S9_SAFEMODE)
                        .alert("constitutional_violation", severity, true, false)
                        .accepted(S9_SAFEMODE);
            }
        }

        @Test
        void onlyAnAlertThatSaysSoClears() {
            EpisodeDrive.strict()
                    .toSafeMode()
                    .alert("drift", Severity.INFO, false, true)
                    .accepted(S9_SAFEMODE)
                    .alert("drift", Severity.ERROR, true, false)
                    .accepted(S7_REVIEW);
        }

        @Test
        void clearingToReviewCancelsOpenDirectives() {
            EpisodeDrive drive = EpisodeDrive.strict().toSafeMode();
            assertEquals(List.of("pkt_4"), drive.validator().openDirectives());
            drive.alert("drift", Severity.INFO, true, false).accepted(S7_REVIEW);
            assertEquals(List.of(), drive.validator().openDirectives());
            drive.close().accepted(S0_IDLE);
        }

        @Test
        void recoveryDropsTheLedger() {
            EpisodeDrive drive = EpisodeDrive.strict().toSafeMode();
            drive.alert("drift", Severity.INFO, true, true).accepted(S0_IDLE);
            assertEquals(List.of(), drive.validator().openDirectives());
            drive.give(new Packet.Observation(new Header("pkt_1", "corr_a", EpisodeDrive.START), true))
                    .accepted(S1_SENSE)
                    .warned();
        }

        @Test
        void aHaltedVerificationIsAbandoned() {
            EpisodeDrive drive = EpisodeDrive.strict().toVerified();
            drive.believe(drive.lastPacketId())
                    .accepted(S2_MODEL)
                    .alert(Severity.CRITICAL)
                    .alert("drift", Severity.INFO, true, false)
                    .close()
                    .accepted(S0_IDLE);
        }
    }

    @Nested
    class X5AndC7Budgets {
        private static final Budgets TWO_CALLS = new Budgets(Budgets.UNLIMITED_COUNT, 2, null);
        private static final Budgets HUNDRED_TOKENS = new Budgets(100, Budgets.UNLIMITED_COUNT, null);

        @Test
        void theDirectiveBeyondTheToolCallBudgetIsRefusedAndHalts() {
            EpisodeDrive.strict()
                    .with(TWO_CALLS)
                    .toExecuting()
                    .read()
                    .accepted(S6_EXECUTE)
                    .read()
                    .rejected(S9_SAFEMODE, "budget");
        }

        @Test
        void directivesOfAVerificationCountToo() {
            EpisodeDrive.strict()
                    .with(TWO_CALLS)
                    .toDecided(Outcome.VERIFY_FIRST)
                    .plan()
                    .read()
                    .read()
                    .read()
                    .rejected(S9_SAFEMODE, "budget");
        }

        @Test
        void aNewDecisionBringsANewBudget() {
            EpisodeDrive drive =
                    EpisodeDrive.strict().with(TWO_CALLS).toExecuting().read();
            drive.result("pkt_4").result("pkt_5").believePartially().decide(Outcome.ACT);
            drive.read().accepted(S6_EXECUTE).read().accepted(S6_EXECUTE);
        }

        @Test
        void aResultBeyondTheTokenBudgetIsRefusedHaltsAndStillClosesItsDirective() {
            EpisodeDrive drive =
                    EpisodeDrive.strict().with(HUNDRED_TOKENS).toExecuting().read();
            drive.result("pkt_4", ResultStatus.SUCCESS, 60).accepted(S6_EXECUTE);
            drive.result("pkt_5", ResultStatus.SUCCESS, 41).rejected(S9_SAFEMODE, "budget");
            assertEquals(List.of(), drive.validator().openDirectives());
        }

        @Test
        void exactlyTheBudgetIsWithinIt() {
            EpisodeDrive drive = EpisodeDrive.strict().with(HUNDRED_TOKENS).toExecuting();
            drive.result("pkt_4", ResultStatus.SUCCESS, 100).accepted(S6_EXECUTE);
        }

        @Test
        void hugeResultsDoNotWrapAround() {
            EpisodeDrive drive = EpisodeDrive.strict()
                    .with(new Budgets(Long.MAX_VALUE - 1, 9, null))
                    .toExecuting()
                    .read();
            drive.result("pkt_4", ResultStatus.SUCCESS, Long.MAX_VALUE - 1).accepted(S6_EXECUTE);
            drive.result("pkt_5", ResultStatus.SUCCESS, Long.MAX_VALUE - 1).rejected(S9_SAFEMODE, "budget");
        }

        @Test
        void aDirectiveThatIsRefusedAnywaySpendsNothing() {
            EpisodeDrive.strict()
                    .with(new Budgets(9, 1, null))
                    .toExecuting()
                    .write(null)
                    .rejected(S6_EXECUTE, "E4.1", "E4.2");
        }

        @Test
        void theRefusedPacketsIdIsNotTaken() {
            EpisodeDrive drive =
                    EpisodeDrive.strict().with(new Budgets(9, 0, null)).toExecuting();
            drive.rejected(S9_SAFEMODE, "budget");
            drive.give(new Packet.BeliefUpdate(
                            new Header("pkt_4", "corr_a", EpisodeDrive.START.plusSeconds(9)),
                            List.of(),
                            true,
                            Circumstances.UNSTATED))
                    .accepted(S9_SAFEMODE);
        }
    }

    @Nested
    class E6TimeBudgets {
        @Test
        void aResultAtTheEndOfTheTimeBudgetIsInTimeAndOneAfterItIsLate() {
            Budgets minute = new Budgets(9, 9, Duration.ofMinutes(1));
            EpisodeDrive drive =
                    EpisodeDrive.strict().with(minute).toExecuting().read();
            drive.at("10:01:04").result("pkt_4").warned();
            drive.at("10:01:06").result("pkt_5").accepted(S6_EXECUTE).warned("E6.late");
        }

        @Test
        void withoutATimeBudgetNothingIsLate() {
            EpisodeDrive.strict().toExecuting().at("23:59:59").result("pkt_4").warned();
        }
    }

    @Nested
    class C8ExternalEvents {
        @Test
        void userInputNeedsAnEscalationOfThisStay() {
            EpisodeDrive.strict()
                    .toDecided(Outcome.ESCALATE)
                    .userInput()
                    .rejected(S8_ESCALATED, "E5")
                    .escalate(4, 1, true)
                    .rejected(S8_ESCALATED, "E5.1")
                    .userInput()
                    .rejected(S8_ESCALATED, "E5")
                    .escalate(3, 1, true)
                    .accepted(S8_ESCALATED)
                    .userInput()
                    .accepted(S3_DECIDE)
                    .decide(Outcome.ESCALATE)
                    .accepted(S8_ESCALATED)
                    .userInput()
                    .rejected(S8_ESCALATED, "E5");
        }

        @Test
        void anEscalationInS3LeadsBackAndCountsForThatStay() {
            EpisodeDrive.strict()
                    .toDecided(Outcome.ESCALATE)
                    .escalate()
                    .userInput()
                    .escalate(1, 0, false)
                    .rejected(S3_DECIDE, "E5.1", "E5.2", "E5.3")
                    .escalate()
                    .accepted(S8_ESCALATED)
                    .userInput()
                    .accepted(S3_DECIDE);
        }

        @Test
        void anEscalationMayBePresentedAgain() {
            EpisodeDrive.strict()
                    .toDecided(Outcome.ESCALATE)
                    .escalate()
                    .escalate()
                    .accepted(S8_ESCALATED)
                    .alert(Severity.INFO)
                    .userInput()
                    .accepted(S3_DECIDE);
        }

        @Test
        void closingDropsTheLedgerAndItsPacketIds() {
            EpisodeDrive drive = EpisodeDrive.strict().toReview().close().accepted(S0_IDLE);
            drive.close().rejected(S0_IDLE, "fsm.S0.no-row");
            drive.give(new Packet.Observation(new Header("pkt_1", "corr_a", EpisodeDrive.START), true))
                    .accepted(S1_SENSE)
                    .warned();
        }
    }

    @Nested
    class C10RefusedPacketsChangeNothing {
        @Test
        void theIdOfARefusedPacketMayBeUsedAgain() {
            EpisodeDrive drive = EpisodeDrive.strict();
            drive.give(new Packet.VerificationPlan(new Header("pkt_9", "corr_a", EpisodeDrive.START)))
                    .rejected(S0_IDLE, "fsm.S0.no-row");
            drive.give(new Packet.Observation(new Header("pkt_9", "corr_a", EpisodeDrive.START), true))
                    .accepted(S1_SENSE);
            drive.give(new Packet.Observation(new Header("pkt_9", "corr_a", EpisodeDrive.START), true))
                    .rejected(S1_SENSE, "header.duplicate");
        }

        @Test
        void aDuplicateIsFoundBeforeTheTableIsAsked() {
            EpisodeDrive drive = EpisodeDrive.strict().toSafeMode();
            drive.give(new Packet.Observation(new Header("pkt_1", "corr_a", EpisodeDrive.START), true))
                    .rejected(S9_SAFEMODE, "header.duplicate");
        }

        @Test
        void theTimeOfARefusedPacketDoesNotCount() {
            EpisodeDrive.strict()
                    .observe()
                    .at("12:00:00")
                    .plan()
                    .rejected(S1_SENSE, "fsm.S1.no-row")
                    .at("11:00:00")
                    .observe()
                    .warned()
                    .at("10:30:00")
                    .observe()
                    .accepted(S1_SENSE)
                    .warned("time.backwards");
        }

        @Test
        void aResultAnswersAnOpenDirectiveOnce() {
            EpisodeDrive drive = EpisodeDrive.strict().toExecuting().read();
            drive.result("pkt_4").accepted(S6_EXECUTE);
            drive.result("pkt_4").rejected(S6_EXECUTE, "E6.unmatched");
            drive.result("pkt_99").rejected(S6_EXECUTE, "E6.unmatched");
            drive.believe().rejected(S6_EXECUTE, "E6.open");
            drive.result("pkt_5").accepted(S6_EXECUTE).believe().accepted(S7_REVIEW);
        }
    }

    @Nested
    class C11InterleavedEpisodes {
        @Test
        void eachHasItsOwnStateLedgerAndIds() {
            EpisodeValidator validator = new EpisodeValidator(Profile.STRICT);
            EpisodeDrive left = new EpisodeDrive(validator, "corr_left");
            EpisodeDrive right = new EpisodeDrive(validator, "corr_right");
            left.observe().believe().accepted(S2_MODEL);
            right.observe().decide(Outcome.ACT).rejected(S1_SENSE, "fsm.S1.no-row");
            left.decide(Outcome.ACT).read().accepted(S6_EXECUTE);
            right.believe().decide(Outcome.ACT).token("token_1").accepted(S5_AUTHORIZE);
            left.write("token_1").rejected(S6_EXECUTE, "E4.1", "E4.2");
            right.result("pkt_4").rejected(S5_AUTHORIZE, "fsm.S5.no-row");
            assertEquals(Map.of("corr_left", S6_EXECUTE, "corr_right", S5_AUTHORIZE), validator.episodes());
            assertEquals(
                    List.of("corr_left", "corr_right"),
                    List.copyOf(validator.episodes().keySet()));
            assertEquals(List.of("pkt_4"), validator.openDirectives());
        }
    }

    @Test
    void anEpisodeThatWasOnlyRefusedIsKnownAndIdle() {
        EpisodeDrive drive = EpisodeDrive.strict().plan().rejected(S0_IDLE, "fsm.S0.no-row");
        assertEquals(Map.of("corr_a", S0_IDLE), drive.validator().episodes());
    }

    @Test
    void anAlertInAnIdleEpisodeMovesNothingAndIsRemembered() {
        EpisodeDrive drive =
                EpisodeDrive.strict().alert("drift", Severity.INFO, true, true).accepted(S0_IDLE);
        drive.give(new Packet.Observation(new Header("pkt_1", "corr_a", EpisodeDrive.START), true))
                .rejected(S0_IDLE, "header.duplicate");
    }
}
