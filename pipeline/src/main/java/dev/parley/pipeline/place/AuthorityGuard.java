package dev.parley.pipeline.place;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Stands at every input and every output of a session and lets only the current epoch through (ruling D7). It judges by
 * the lease it holds and the time it is told, so a runtime that lost touch with the authority falls silent by itself. Any
 * thread may ask it; only the conversation's loop changes it.
 */
public final class AuthorityGuard {
    /** The rule that an epoch breaks when a newer one is current. */
    public static final String STALE = "authority.stale_epoch";

    private final LongSupplier placedEpoch;
    private volatile PlacementLease lease;
    private volatile boolean revoked;

    /** Why something may not pass. */
    public record Refused(String rule, String reason) {}

    /** A guard that knows no more than its lease. */
    public AuthorityGuard(PlacementLease lease) {
        this(lease, () -> 0);
    }

    /** A guard that also looks up the epoch at which its session is placed, and so notices a move before anyone tells it. */
    public AuthorityGuard(PlacementLease lease, LongSupplier placedEpoch) {
        this.lease = lease;
        this.placedEpoch = placedEpoch;
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
        long current = Math.max(lease.epoch(), placedEpoch.getAsLong());
        if (epoch != current || current != lease.epoch()) {
            return Optional.of(new Refused(STALE, "epoch " + epoch + " is not the current one, " + current));
        }
        return Optional.empty();
    }
}
