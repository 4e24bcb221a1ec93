package dev.parley.session.place;

import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.PlacementLease;
import java.util.function.LongSupplier;

/**
 * The right by which a loop runs its conversation.
 *
 * @param lease the lease with which it begins
 * @param placedEpoch the epoch at which the session is placed, read without asking anybody
 * @param rotation tells the lease that replaces the present one
 */
public record Tenancy(PlacementLease lease, LongSupplier placedEpoch, Rotation rotation) {
    /** Asks the authority what has replaced a lease. */
    @FunctionalInterface
    public interface Rotation {
        /** The newest lease; of an epoch above the given one, or the present lease where there is none. */
        PlacementLease next(PlacementLease present, long above);
    }

    /** A conversation that an authority has placed here. */
    public static Tenancy of(PlacementLease lease, ControlPlane authority) {
        return new Tenancy(
                lease,
                () -> authority.placedEpoch(lease.session()),
                (present, above) -> authority
                        .held(present.session())
                        .filter(held -> held.epoch() > above && held.runtime().equals(present.runtime()))
                        .orElse(present));
    }
}
