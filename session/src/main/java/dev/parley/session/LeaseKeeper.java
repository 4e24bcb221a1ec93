package dev.parley.session;

import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.session.event.SessionEvent;
import java.util.concurrent.Executor;

/** Keeps the leases of conversations for their host; the authority is asked where that may block. */
record LeaseKeeper(ControlPlane authority, TimeSource time, Executor work) {
    /** A record may show an epoch that the authority does not remember, because it is younger than the record. */
    PlacementLease above(PlacementLease lease, long recordedEpoch) {
        return lease.epoch() > recordedEpoch
                ? lease
                : authority.rotate(lease, recordedEpoch, now()).orElse(lease);
    }

    void rotate(SeatedLoop place) {
        PlacementLease lease = place.lease();
        if (lease != null) {
            work.execute(() -> {
                if (authority.rotate(lease, 0, now()).isPresent()) {
                    authority.news(place.session());
                    place.offer(new SessionEvent.LeaseRotated());
                }
            });
        }
    }

    /** Renews the lease when half of it is over, again and again; one that cannot be renewed ends by itself. */
    void keep(SeatedLoop place, PlacementLease lease) {
        if (lease.expiresNanos() == Long.MAX_VALUE) {
            return;
        }
        long halfNanos = Math.max(1, (lease.expiresNanos() - now()) / 2);
        place.inBackground(now() + halfNanos, () -> work.execute(() -> renew(place)));
    }

    private void renew(SeatedLoop place) {
        PlacementLease lease = place.lease();
        if (lease != null && lease.isValidAt(now())) {
            PlacementLease kept = authority.renew(lease, now()).orElse(lease);
            place.command(Command.RENEW, loop -> {
                loop.renew(kept);
                keep(place, kept);
            });
        }
    }

    private long now() {
        return time.monotonicNanos();
    }
}
