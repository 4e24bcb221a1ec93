package dev.parley.kernel.episode;

import static dev.parley.kernel.episode.EpisodeState.S2_MODEL;
import static dev.parley.kernel.episode.EpisodeState.S3_DECIDE;
import static dev.parley.kernel.episode.EpisodeState.S4_VERIFY;
import static dev.parley.kernel.episode.EpisodeState.S9_SAFEMODE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rule E3, what S4 requires before it is left, and the rulings C3 and C9. */
class VerificationRulesTest {
    private static EpisodeDrive verifying() {
        return EpisodeDrive.strict().toDecided(Outcome.VERIFY_FIRST);
    }

    @Test
    void leavingAtOnceNamesEverythingThatIsMissing() {
        verifying().believe().rejected(S4_VERIFY, "E3.1", "E3.2", "E3.3", "E3.4", "S4.4");
    }

    @Test
    void thePlanComesBeforeTheFirstDirective() {
        EpisodeDrive drive = verifying().read().rejected(S4_VERIFY, "E3.1");
        drive.plan().read().accepted(S4_VERIFY);
    }

    @Test
    void anObservationMayComeBeforeThePlan() {
        EpisodeDrive drive = verifying().observe().accepted(S4_VERIFY);
        String observation = drive.lastPacketId();
        drive.plan().read();
        drive.result(drive.lastPacketId()).believe(observation).accepted(S2_MODEL);
    }

    @Test
    void readDirectivesNeedNoDecisionToActHere() {
        verifying().plan().read().accepted(S4_VERIFY);
    }

    @Test
    void oneSuccessAmongFailuresIsEnough() {
        EpisodeDrive drive = verifying().plan().read().read();
        drive.result("pkt_5", ResultStatus.FAILURE, 0).observe();
        String observation = drive.lastPacketId();
        drive.believe(observation).rejected(S4_VERIFY, "E3.3", "E6.open");
        drive.result("pkt_6", ResultStatus.SUCCESS, 0).believe(observation).accepted(S2_MODEL);
    }

    @Test
    void successIsRequiredOnlyWhileTheClosingBeliefSaysThatTheToolsWork() {
        failedVerification("tools_ok").rejected(S4_VERIFY, "E3.3");
        for (String tools : List.of("tools_partial", "tools_down")) {
            failedVerification(tools).accepted(S2_MODEL).warned();
        }
        for (String tools : List.of("tools_fine", "TOOLS_OK", "")) {
            failedVerification(tools).accepted(S2_MODEL).warned("tools.unstated");
        }
        failedVerification(null).accepted(S2_MODEL).warned("tools.unstated");
    }

    private static EpisodeDrive failedVerification(@Nullable String tools) {
        EpisodeDrive drive = verifying().plan().read();
        drive.result(drive.lastPacketId(), ResultStatus.CANCELLED, 0).observe();
        return drive.with(new Circumstances(null, tools, null, null)).believe(drive.lastPacketId());
    }

    @Test
    void theToolsStateIsReadFromTheClosingBeliefAlone() {
        EpisodeDrive drive = EpisodeDrive.strict()
                .with(new Circumstances(null, "tools_down", null, null))
                .toDecided(Outcome.VERIFY_FIRST)
                .plan()
                .read();
        drive.result(drive.lastPacketId(), ResultStatus.FAILURE, 0).observe();
        drive.with(new Circumstances(null, "tools_ok", null, null))
                .believe(drive.lastPacketId())
                .rejected(S4_VERIFY, "E3.3");
    }

    @Test
    void evidenceIsAResultOrAnObservationOfThisLoop() {
        EpisodeDrive drive = EpisodeDrive.strict().toVerified();
        drive.believe().rejected(S4_VERIFY, "E3.4");
        drive.believe("pkt_1").rejected(S4_VERIFY, "E3.4");
        drive.believe("pkt_4").rejected(S4_VERIFY, "E3.4");
        drive.believe("pkt_5").rejected(S4_VERIFY, "E3.4");
        drive.believe("pkt_1", "pkt_6").accepted(S2_MODEL);
        EpisodeDrive.strict().toVerified().believe("pkt_7").accepted(S2_MODEL);
    }

    @Test
    void aFirstHandObservationIsNeeded() {
        EpisodeDrive drive = verifying().plan().read();
        drive.result(drive.lastPacketId()).observeIndirectly();
        drive.believe(drive.lastPacketId()).rejected(S4_VERIFY, "S4.4");
        drive.observe().believe("pkt_6").accepted(S2_MODEL);
    }

    @Test
    void observationsBeforeTheLoopDoNotCount() {
        EpisodeDrive drive = verifying().plan().read();
        drive.result(drive.lastPacketId());
        drive.believe(drive.lastPacketId()).rejected(S4_VERIFY, "S4.4");
    }

    @Test
    void openDirectivesOfTheLoopBlockLeaving() {
        EpisodeDrive drive = EpisodeDrive.strict().toVerified();
        String observation = drive.lastPacketId();
        drive.read().believe(observation).rejected(S4_VERIFY, "E6.open");
    }

    @Test
    void aSecondLoopStartsFromNothing() {
        EpisodeDrive drive = EpisodeDrive.strict().toVerified();
        String observation = drive.lastPacketId();
        drive.believe(observation).decide(Outcome.VERIFY_FIRST).accepted(S4_VERIFY);
        drive.believe(observation).rejected(S4_VERIFY, "E3.1", "E3.2", "E3.3", "E3.4", "S4.4");
    }

    @Test
    void afterAVerificationTheAgentDecidesAgain() {
        EpisodeDrive drive = EpisodeDrive.strict().toVerified();
        drive.believe(drive.lastPacketId()).accepted(S2_MODEL);
        drive.read().rejected(S2_MODEL, "fsm.S2.no-row");
        drive.close().rejected(S2_MODEL, "fsm.S2.no-row");
        drive.decide(Outcome.ACT).accepted(S3_DECIDE);
    }

    @Test
    void s4IsLeftOnlyToTheModelOrToSafeMode() {
        for (Row row : TransitionTable.of(Profile.STRICT).rows()) {
            if (row.from() == S4_VERIFY && row.to() != S4_VERIFY) {
                boolean halts = row.trigger() == Trigger.ALERT_HALT || row.trigger() == Trigger.OVERRUN;
                assertEquals(halts ? S9_SAFEMODE : S2_MODEL, row.to());
            }
        }
    }
}
