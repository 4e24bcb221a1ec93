package dev.parley.pipeline.place;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Items 26, 27 and 28, failover safety in 4.3, and ruling D7: two runtimes share one authority. */
class PlacementTest {
    private static final long MS = 1_000_000L;

    private final List<String> decisions = new ArrayList<>();
    private final InProcessAuthority authority = new InProcessAuthority(
            2,
            1_000,
            "voice@1.0.0",
            (signal, session, runtime, epoch) ->
                    decisions.add(signal.spelled() + " " + session + " " + runtime + " " + epoch));

    @Test
    void aSessionRunsInOnePlaceAtATime() {
        PlacementLease lease = admitted("s", "a", 0);
        assertEquals(1, lease.epoch());
        assertEquals("voice@1.0.0", lease.pipelineVersion());
        assertEquals(
                "authority.placed_elsewhere",
                assertInstanceOf(Placement.Rejected.class, authority.admit("s", "b", 0))
                        .rule());
        assertEquals(
                Optional.of(new RoutingView.Route("a", 1)), authority.routes().locate("s"));
    }

    @Test
    void aFullRuntimeRefusesAndTheRefusalIsToldToTheRecord() {
        admitted("s1", "a", 0);
        admitted("s2", "a", 0);
        assertEquals(
                "authority.full",
                assertInstanceOf(Placement.Rejected.class, authority.admit("s3", "a", 0))
                        .rule());
        assertInstanceOf(Placement.Admitted.class, authority.admit("s3", "b", 0));
        assertTrue(decisions.contains("reject s3 a 0"));
        assertEquals(Optional.empty(), authority.migrate("s3", "a", 0), "nor can a session be moved there");
        assertInstanceOf(Placement.Admitted.class, authority.admit("s3", "a", 1_000 * MS), "leases have ended by then");
    }

    @Test
    void aSessionOnItsWayIsDeferredForEverybodyElse() {
        admitted("s", "a", 0);
        PlacementLease moved = authority.migrate("s", "b", 0).orElseThrow();
        assertInstanceOf(Placement.Deferred.class, authority.admit("s", "c", 0));
        authority.arrived(moved);
        assertInstanceOf(Placement.Rejected.class, authority.admit("s", "c", 0));
        authority.arrived(moved);
        assertEquals(
                1, decisions.stream().filter("migration_finish s b 2"::equals).count(), "a move ends once");
    }

    @Test
    void theRoutesTellAGuardThatItsSessionWasMoved() {
        AuthorityGuard old = new AuthorityGuard(admitted("s", "a", 0), () -> authority.placedEpoch("s"));
        assertEquals(Optional.empty(), old.judge(1, 5));
        assertEquals(2, authority.migrate("s", "b", 10).orElseThrow().epoch());
        assertEquals(Optional.of(AuthorityGuard.STALE), old.judge(1, 10).map(AuthorityGuard.Refused::rule), "output");
        assertEquals(Optional.of(AuthorityGuard.STALE), old.judge(2, 10).map(AuthorityGuard.Refused::rule), "input");
    }

    @Test
    void anAuthorityThatTakesUpAnotherOnesWorkUsesNoEpochTwice() {
        authority.takeUp("s", 7);
        assertEquals(8, admitted("s", "a", 0).epoch());
    }

    @Test
    void epochsOfSessionsThatRunNowhereAreForgottenInTheEndAndTakenFromTheRecordThen() {
        InProcessAuthority alone = InProcessAuthority.alone("text@1");
        for (int i = 0; i <= InProcessAuthority.REMEMBERED_MAX; i++) {
            alone.release(((Placement.Admitted) alone.admit("s" + i, "a", 0)).lease());
        }
        assertEquals(2, ((Placement.Admitted) alone.admit("s1", "a", 0)).lease().epoch());
        PlacementLease forgotten = ((Placement.Admitted) alone.admit("s0", "a", 0)).lease();
        assertEquals(1, forgotten.epoch());
        assertEquals(8, alone.rotate(forgotten, 7, 0).orElseThrow().epoch(), "above what the record shows");
    }

    @Test
    void aHandoverSilencesTheOldRuntimeAtOnce() {
        AuthorityGuard old = new AuthorityGuard(admitted("s", "a", 0));
        long version = authority.routes().version();
        PlacementLease moved = authority.migrate("s", "b", 10).orElseThrow();
        AuthorityGuard current = new AuthorityGuard(moved);
        authority.arrived(moved);

        assertEquals(Optional.empty(), current.judge(moved.epoch(), 10));
        assertEquals(
                Optional.of("authority.stale_epoch"),
                current.judge(old.lease().epoch(), 10).map(AuthorityGuard.Refused::rule),
                "late input of the old runtime");
        assertEquals(Optional.empty(), authority.renew(old.lease(), 20), "the old lease cannot be kept");
        old.revoke();
        assertEquals(
                Optional.of("authority.revoked"),
                old.judge(old.lease().epoch(), 10).map(AuthorityGuard.Refused::rule),
                "late output of the old runtime");
        assertTrue(authority.routes().version() > version);
        assertEquals(
                List.of(
                        "admit s a 1",
                        "lease_issued s a 1",
                        "migration_start s a 1",
                        "lease_issued s b 2",
                        "session_handoff s b 2",
                        "migration_finish s b 2"),
                decisions);
    }

    @Test
    void aRuntimeThatLostTouchFallsSilentWhenItsLeaseEnds() {
        AuthorityGuard guard = new AuthorityGuard(admitted("s", "a", 0));
        assertEquals(Optional.empty(), guard.judge(1, 999 * MS));
        assertEquals(
                Optional.of("authority.expired"), guard.judge(1, 1_000 * MS).map(AuthorityGuard.Refused::rule));
        PlacementLease next = admitted("s", "b", 1_000 * MS);
        assertEquals(2, next.epoch(), "an epoch is never used twice");
    }

    @Test
    void aRotationKeepsThePlaceAndEndsTheOldEpoch() {
        PlacementLease first = admitted("s", "a", 0);
        AuthorityGuard guard = new AuthorityGuard(first);
        guard.accept(authority.rotate(first, 0, 5).orElseThrow());
        assertEquals(Optional.empty(), guard.judge(2, 6));
        assertTrue(guard.judge(1, 6).isPresent());
        guard.accept(first);
        assertEquals(2, guard.lease().epoch(), "an older lease changes nothing");
        assertTrue(decisions.contains("lease_rotated s a 2"));
        guard.revoke();
        guard.accept(guard.lease());
        assertTrue(guard.judge(2, 6).isPresent(), "the same epoch does not end a revocation");
        guard.accept(authority.rotate(guard.lease(), 0, 7).orElseThrow());
        assertEquals(Optional.empty(), guard.judge(3, 8), "a newer one does");
    }

    @Test
    void aReleasedSessionCanBePlacedAgainUnderANewEpoch() {
        PlacementLease lease = admitted("s", "a", 0);
        authority.release(lease);
        assertEquals(Optional.empty(), authority.routes().locate("s"));
        assertEquals(2, admitted("s", "b", 0).epoch());
    }

    private PlacementLease admitted(String session, String runtime, long now) {
        return assertInstanceOf(Placement.Admitted.class, authority.admit(session, runtime, now))
                .lease();
    }
}
