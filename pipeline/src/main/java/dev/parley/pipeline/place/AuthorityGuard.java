package dev.parley.pipeline.place;

import java.util.Optional;

/**
 * Stands at every input and every output of a session and lets only the current epoch through (ruling D7). It judges by
 * the lease it holds and the time it is told, so a runtime that lost touch with the authority falls silent by itself.
 */
public final class AuthorityGuard {
    private PlacementLease lease;
    private boolean revoked;

    /** Why something may not pass. */
    public record Refused(String rule, String reason) {}

    public AuthorityGuard(PlacementLease lease) {
        this.lease = lease;
    }

    public PlacementLease lease() {
        return lease;
    }

    /** Takes a newer lease of the same session and runtime; an older one changes nothing. */
    public void accept(PlacementLease newer) {
        boolean same =
                newer.session().equals(lease.session()) && newer.runtime().equals(lease.runtime());
        if (same && newer.epoch() >= lease.epoch()) {
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
        if (epoch != lease.epoch()) {
            return Optional.of(new Refused(
                    "authority.stale_epoch", "epoch " + epoch + " is not the current one, " + lease.epoch()));
        }
        return Optional.empty();
    }
}
