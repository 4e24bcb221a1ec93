package dev.parley.pipeline.place;

import java.util.Optional;

/** The one authority over placement. In one process it is an object; over several machines it is a replicated log. */
public interface ControlPlane {
    /** Asks to run a session on a runtime. */
    Placement admit(String session, String runtime, long nowNanos);

    /** Asks to keep a lease; the epoch stays. Empty when it is no longer the current one or has ended. */
    Optional<PlacementLease> renew(PlacementLease lease, long nowNanos);

    /** Gives the same runtime a new epoch, which ends the old one. */
    Optional<PlacementLease> rotate(PlacementLease lease, long nowNanos);

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
}
