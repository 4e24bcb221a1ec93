package dev.parley.pipeline.place;

import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one authority over placement: leases with epochs, and where sessions are. In one process it is an object; over several
 * machines it is a replicated log.
 */
public interface ControlPlane {
    /** Asks to run a session on a runtime. */
    Placement admit(String session, String runtime, long nowNanos);

    /** Asks to keep a lease; the epoch stays. Empty when it is no longer the current one or has ended. */
    Optional<PlacementLease> renew(PlacementLease lease, long nowNanos);

    /**
     * Gives the same runtime a new epoch, which ends the old one.
     *
     * @param above the new epoch is larger than this one, which a record may show that no authority remembers
     */
    Optional<PlacementLease> rotate(PlacementLease lease, long above, long nowNanos);

    /**
     * Begins to move a session to another runtime. The old lease ends at once; empty when the session is not placed or
     * the other runtime is full.
     */
    Optional<PlacementLease> migrate(String session, String toRuntime, long nowNanos);

    /** The runtime that got this lease by a move has taken the session up, which ends the move. */
    void arrived(PlacementLease lease);

    /** The lease of this session, whoever holds it. */
    Optional<PlacementLease> held(String session);

    /** The runtime gives the session up. */
    void release(PlacementLease lease);

    /** Where sessions are, for reading. */
    RoutingView routes();

    /** The epoch under which this session is placed, 0 where it is not. Reading it never waits for the authority. */
    long placedEpoch(String session);

    /** Calls back when a session is taken from this runtime. The call comes on any thread and must only hand over. */
    void watch(String runtime, Consumer<String> taken);

    /** The decisions about this session that it has not been told yet, as the authority recorded them. */
    List<Rune> news(String session);
}
