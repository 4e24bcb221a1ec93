package dev.parley.state;

import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;

/** What one runtime knows by itself ends with its lease. */
final class Leases {
    private Leases() {}

    /** Whether the runtime that held the lease goes on under the epoch of this event. */
    static boolean goesOn(Recorded event) {
        return event.event() instanceof PlacementLeaseRotated rotated
                && rotated.source() == null
                && rotated.epoch() == event.epoch();
    }
}
