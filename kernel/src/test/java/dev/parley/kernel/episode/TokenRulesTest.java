package dev.parley.kernel.episode;

import static dev.parley.kernel.episode.EpisodeState.S5_AUTHORIZE;
import static dev.parley.kernel.episode.EpisodeState.S6_EXECUTE;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Rule E4 and ruling C4: what writes needs a token that is there, named, alive, unrevoked, unspent and wide enough. */
class TokenRulesTest {
    private static final Instant LATER = EpisodeDrive.START.plusSeconds(3_600);

    private static EpisodeDrive authorised(Instant expiry, long used, long max, boolean revoked) {
        return EpisodeDrive.strict().toDecided(Outcome.ACT).token("token_1", expiry, used, max, revoked);
    }

    @Test
    void theFirstItemIsATokenInTheEpisode() {
        EpisodeDrive.strict().toExecuting().write("token_1").rejected(S6_EXECUTE, "E4.1", "E4.2");
    }

    @Test
    void theSecondItemIsTheTokensName() {
        authorised(LATER, 0, 1, false)
                .write("token_2")
                .rejected(S5_AUTHORIZE, "E4.2")
                .write(null)
                .rejected(S5_AUTHORIZE, "E4.2")
                .write("token_1")
                .accepted(S6_EXECUTE);
    }

    @Test
    void theThirdItemIsJudgedAtTheDirectivesOwnTimeAndExpiryItselfIsTooLate() {
        Instant expiry = Instant.parse("2026-03-01T10:30:00Z");
        authorised(expiry, 0, 9, false).at("10:29:59").write("token_1").accepted(S6_EXECUTE);
        authorised(expiry, 0, 9, false).at("10:30:00").write("token_1").rejected(S5_AUTHORIZE, "E4.3");
        authorised(expiry, 0, 9, false).at("10:30:01").write("token_1").rejected(S5_AUTHORIZE, "E4.3");
    }

    @Test
    void theFourthItemIsRevocation() {
        authorised(LATER, 0, 9, true).accepted(S5_AUTHORIZE).write("token_1").rejected(S5_AUTHORIZE, "E4.4");
    }

    @Test
    void theFifthItemIsUsesLeftAndEveryAcceptedWriteUsesOne() {
        EpisodeDrive drive = authorised(LATER, 1, 3, false);
        drive.write("token_1").accepted(S6_EXECUTE);
        drive.direct(SafetyClass.WRITE, "door_api", "write", "token_1").rejected(S6_EXECUTE, "E4.scope");
        drive.mixed("token_1").accepted(S6_EXECUTE);
        drive.write("token_1").rejected(S6_EXECUTE, "E4.5");
    }

    @Test
    void aTokenWithoutUsesEntersTheLedgerAndHelpsNobody() {
        authorised(LATER, 0, 0, false).accepted(S5_AUTHORIZE).write("token_1").rejected(S5_AUTHORIZE, "E4.5");
    }

    @Test
    void aReadUsesNothingAndNeedsNothing() {
        EpisodeDrive drive = authorised(LATER, 0, 1, false).write("token_1").accepted(S6_EXECUTE);
        drive.direct(SafetyClass.READ, EpisodeDrive.TOOL, "read", "token_1").accepted(S6_EXECUTE);
        drive.read().accepted(S6_EXECUTE);
    }

    @Test
    void toolAndOperationMustBothBeInScope() {
        EpisodeDrive drive = authorised(LATER, 0, 9, false);
        drive.direct(SafetyClass.WRITE, "door_api", "write", "token_1").rejected(S5_AUTHORIZE, "E4.scope");
        drive.direct(SafetyClass.WRITE, EpisodeDrive.TOOL, "delete", "token_1").rejected(S5_AUTHORIZE, "E4.scope");
        drive.direct(SafetyClass.WRITE, null, "write", "token_1").rejected(S5_AUTHORIZE, "E4.scope");
        drive.direct(SafetyClass.WRITE, EpisodeDrive.TOOL, "read", "token_1").accepted(S6_EXECUTE);
    }

    @Test
    void everythingThatIsWrongWithATokenIsSaid() {
        authorised(EpisodeDrive.START, 1, 1, true)
                .direct(SafetyClass.MIXED, "door_api", "write", "token_1")
                .rejected(S5_AUTHORIZE, "E4.3", "E4.4", "E4.5", "E4.scope");
    }

    @Test
    void aLaterTokenWithTheSameIdReplacesTheFirst() {
        authorised(LATER, 1, 1, false)
                .write("token_1")
                .rejected(S5_AUTHORIZE, "E4.5")
                .token("token_1", LATER, 0, 1, false)
                .accepted(S5_AUTHORIZE)
                .write("token_1")
                .accepted(S6_EXECUTE);
        authorised(LATER, 0, 9, false)
                .token("token_1", LATER, 0, 9, true)
                .write("token_1")
                .rejected(S5_AUTHORIZE, "E4.4");
    }

    @Test
    void aTokenOfAnEarlierCycleStillCounts() {
        EpisodeDrive drive = authorised(LATER, 0, 9, false).write("token_1");
        drive.result(drive.lastPacketId()).believe().toDecided(Outcome.ACT).read();
        drive.write("token_1").accepted(S6_EXECUTE);
    }
}
