package dev.parley.sim;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.Placement;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.pipeline.place.RoutingView;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** An authority at a distance: it may fail to tell a host that a session was taken from it, or to renew a lease. */
record Distant(ControlPlane authority, BooleanSupplier tells, BooleanSupplier renews) implements ControlPlane {
    @Override
    public Placement admit(String session, String runtime, long nowNanos) {
        return authority.admit(session, runtime, nowNanos);
    }

    @Override
    public Optional<PlacementLease> renew(PlacementLease lease, long nowNanos) {
        return renews.getAsBoolean() ? authority.renew(lease, nowNanos) : Optional.empty();
    }

    @Override
    public Optional<PlacementLease> rotate(PlacementLease lease, long above, long nowNanos) {
        return authority.rotate(lease, above, nowNanos);
    }

    @Override
    public Optional<PlacementLease> migrate(String session, String toRuntime, long nowNanos) {
        return authority.migrate(session, toRuntime, nowNanos);
    }

    @Override
    public void arrived(PlacementLease lease) {
        authority.arrived(lease);
    }

    @Override
    public Optional<PlacementLease> held(String session) {
        return authority.held(session);
    }

    @Override
    public void release(PlacementLease lease) {
        authority.release(lease);
    }

    @Override
    public RoutingView routes() {
        return authority.routes();
    }

    @Override
    public long placedEpoch(String session) {
        return authority.placedEpoch(session);
    }

    @Override
    public void watch(String runtime, Consumer<String> taken) {
        authority.watch(runtime, session -> {
            if (tells.getAsBoolean()) {
                taken.accept(session);
            }
        });
    }

    @Override
    public List<Rune> news(String session) {
        return authority.news(session);
    }
}
