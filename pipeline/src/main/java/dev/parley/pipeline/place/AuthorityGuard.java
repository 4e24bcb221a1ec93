package dev.parley.pipeline.place;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Stands at every input and every output of a session and lets only the current epoch through (ruling D7). It judges by
 * the lease it holds and the time it is told, so a runtime that lost touch with the authority falls silent by itself.
 */
public final class AuthorityGuard {
    /** The rule that an epoch breaks when a newer one is current. */
    public static final String STALE = "authority.stale_epoch";

    private final Supplier<RoutingView> routes;
    private PlacementLease lease;
    private boolean revoked;

    /** Why something may not pass. */
    public record Refused(String rule, String reason) {}

    /** A guard that knows no more than its lease. */
    public AuthorityGuard(PlacementLease lease) {
        this(lease, () -> RoutingView.EMPTY);
    }

    /** A guard that also looks at where sessions are, and so notices that its own was moved before anyone tells it. */
    public AuthorityGuard(PlacementLease lease, Supplier<RoutingView> routes) {
        this.lease = lease;
        this.routes = routes;
    }

    public PlacementLease lease() {
        return lease;
    }

    /**
     * Takes a lease of the same session and runtime: a renewed one, or one of a newer epoch, which also ends a
     * revocation. An older one changes nothing.
     */
    public void accept(PlacementLease newer) {
        boolean same =
                newer.session().equals(lease.session()) && newer.runtime().equals(lease.runtime());
        if (same && newer.epoch() >= lease.epoch()) {
            revoked = revoked && newer.epoch() == lease.epoch();
            lease = newer;
        }
    }

    /** The authority took the session away. */
    public void revoke() {
        revoked = true;
    }

    /** Judges an input or an output that shows this epoch; nothing means that it may pass. */
    public Optional<Refused> judge(long epoch, long nowNanos) {
        if (revoked) {
            return Optional.of(new Refused("authority.revoked", "this runtime no longer holds the session"));
        }
        if (!lease.isValidAt(nowNanos)) {
            return Optional.of(new Refused("authority.expired", "the lease of epoch " + lease.epoch() + " has ended"));
        }
        long current = Math.max(lease.epoch(), known());
        if (epoch != current || current != lease.epoch()) {
            return Optional.of(new Refused(STALE, "epoch " + epoch + " is not the current one, " + current));
        }
        return Optional.empty();
    }

    /** The epoch under which the session runs, as far as the routes tell. */
    private long known() {
        RoutingView.Route route = routes.get().routes().get(lease.session());
        return route == null ? 0 : route.epoch();
    }
}
