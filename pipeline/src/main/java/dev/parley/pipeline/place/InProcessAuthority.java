package dev.parley.pipeline.place;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.signal.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The authority for the runtimes of one process: maps under one lock, and epochs that readers see without it. */
public final class InProcessAuthority implements ControlPlane {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NO_END = Long.MAX_VALUE;
    /** So many sessions that run nowhere are remembered; whoever takes up another one knows its epoch from the record. */
    static final int REMEMBERED_MAX = 10_000;

    private final int sessionsPerRuntime;
    private final long leaseNanos;
    private final String pipelineVersion;
    private final PlacementListener listener;
    private final Map<String, PlacementLease> leases = new TreeMap<>();
    /** The epochs of sessions that run nowhere, the one that was given back last at the end. */
    private final Map<String, Long> earlier = new LinkedHashMap<>();

    private final Map<String, Long> placed = new ConcurrentHashMap<>();
    private final Set<String> moving = new TreeSet<>();
    private final Map<String, List<Consumer<String>>> watchers = new TreeMap<>();
    private long version;
    private RoutingView routes = RoutingView.EMPTY;

    public InProcessAuthority(
            int sessionsPerRuntime, long leaseMs, String pipelineVersion, PlacementListener listener) {
        this.sessionsPerRuntime = sessionsPerRuntime;
        this.leaseNanos = leaseMs >= NO_END / NANOS_PER_MILLI ? NO_END : leaseMs * NANOS_PER_MILLI;
        this.pipelineVersion = pipelineVersion;
        this.listener = listener;
    }

    /** The authority of a process that shares its record with no other: a lease lasts until it is given back. */
    public static InProcessAuthority alone(String pipelineVersion) {
        return new InProcessAuthority(
                Integer.MAX_VALUE, NO_END / NANOS_PER_MILLI, pipelineVersion, (signal, session, runtime, epoch) -> {});
    }

    /** Takes up what an earlier authority issued, so that an epoch is never used twice. */
    public synchronized void takeUp(String session, long epoch) {
        remember(session, Math.max(epoch, newest(session)));
    }

    private void remember(String session, long epoch) {
        earlier.remove(session);
        earlier.put(session, epoch);
        if (earlier.size() > REMEMBERED_MAX) {
            earlier.remove(earlier.keySet().iterator().next());
        }
    }

    private long newest(String session) {
        PlacementLease held = leases.get(session);
        return Math.max(held == null ? 0 : held.epoch(), earlier.getOrDefault(session, 0L));
    }

    @Override
    public synchronized Placement admit(String session, String runtime, long nowNanos) {
        PlacementLease held = leases.get(session);
        if (held != null && held.isValidAt(nowNanos) && !held.runtime().equals(runtime)) {
            return elsewhere(held, runtime);
        }
        if (isFull(runtime, session, nowNanos)) {
            listener.onDecision(Signal.REJECT, session, runtime, 0);
            return new Placement.Rejected(
                    "authority.full", runtime + " runs " + sessionsPerRuntime + " sessions, which is its limit");
        }
        PlacementLease lease = issue(session, runtime, nowNanos);
        listener.onDecision(Signal.ADMIT, session, runtime, lease.epoch());
        listener.onDecision(Signal.LEASE_ISSUED, session, runtime, lease.epoch());
        return new Placement.Admitted(lease);
    }

    private Placement elsewhere(PlacementLease held, String runtime) {
        boolean moves = moving.contains(held.session());
        listener.onDecision(moves ? Signal.DEFER : Signal.REJECT, held.session(), runtime, held.epoch());
        return moves
                ? new Placement.Deferred("the session is on its way to " + held.runtime())
                : new Placement.Rejected("authority.placed_elsewhere", "the session runs on " + held.runtime());
    }

    private boolean isFull(String runtime, String session, long nowNanos) {
        return leases.values().stream()
                        .filter(lease -> lease.runtime().equals(runtime)
                                && !lease.session().equals(session)
                                && lease.isValidAt(nowNanos))
                        .count()
                >= sessionsPerRuntime;
    }

    @Override
    public synchronized Optional<PlacementLease> renew(PlacementLease lease, long nowNanos) {
        if (!isCurrent(lease, nowNanos)) {
            return Optional.empty();
        }
        PlacementLease renewed = new PlacementLease(
                lease.session(), lease.runtime(), lease.epoch(), end(nowNanos), lease.pipelineVersion());
        leases.put(lease.session(), renewed);
        return Optional.of(renewed);
    }

    @Override
    public synchronized Optional<PlacementLease> rotate(PlacementLease lease, long above, long nowNanos) {
        if (!isCurrent(lease, nowNanos)) {
            return Optional.empty();
        }
        takeUp(lease.session(), above);
        PlacementLease rotated = issue(lease.session(), lease.runtime(), nowNanos);
        listener.onDecision(Signal.LEASE_ROTATED, lease.session(), lease.runtime(), rotated.epoch());
        return Optional.of(rotated);
    }

    @Override
    public synchronized Optional<PlacementLease> migrate(String session, String toRuntime, long nowNanos) {
        PlacementLease held = leases.get(session);
        if (held == null) {
            return Optional.empty();
        }
        if (isFull(toRuntime, session, nowNanos)) {
            listener.onDecision(Signal.REJECT, session, toRuntime, held.epoch());
            return Optional.empty();
        }
        listener.onDecision(Signal.MIGRATION_START, session, held.runtime(), held.epoch());
        PlacementLease moved = issue(session, toRuntime, nowNanos);
        moving.add(session);
        listener.onDecision(Signal.LEASE_ISSUED, session, toRuntime, moved.epoch());
        watchers.getOrDefault(held.runtime(), List.of()).forEach(watcher -> watcher.accept(session));
        return Optional.of(moved);
    }

    @Override
    public synchronized void arrived(PlacementLease lease) {
        PlacementLease held = leases.get(lease.session());
        boolean current = held != null && held.epoch() == lease.epoch();
        if (current && moving.remove(lease.session())) {
            listener.onDecision(Signal.SESSION_HANDOFF, lease.session(), lease.runtime(), lease.epoch());
            listener.onDecision(Signal.MIGRATION_FINISH, lease.session(), lease.runtime(), lease.epoch());
        }
    }

    @Override
    public synchronized Optional<PlacementLease> held(String session) {
        return Optional.ofNullable(leases.get(session));
    }

    @Override
    public synchronized void release(PlacementLease lease) {
        PlacementLease held = leases.get(lease.session());
        if (held != null && held.epoch() == lease.epoch()) {
            remember(lease.session(), newest(lease.session()));
            leases.remove(lease.session());
            moving.remove(lease.session());
            placed.remove(lease.session());
            version++;
        }
    }

    @Override
    public synchronized RoutingView routes() {
        if (routes.version() != version) {
            Map<String, RoutingView.Route> current = new TreeMap<>();
            leases.forEach(
                    (session, lease) -> current.put(session, new RoutingView.Route(lease.runtime(), lease.epoch())));
            routes = new RoutingView(version, current);
        }
        return routes;
    }

    @Override
    public long placedEpoch(String session) {
        return placed.getOrDefault(session, 0L);
    }

    @Override
    public synchronized void watch(String runtime, Consumer<String> taken) {
        watchers.computeIfAbsent(runtime, _ -> new ArrayList<>()).add(taken);
    }

    @Override
    public List<Rune> news(String session) {
        return listener.news(session);
    }

    private boolean isCurrent(PlacementLease lease, long nowNanos) {
        PlacementLease held = leases.get(lease.session());
        return held != null && held.epoch() == lease.epoch() && held.isValidAt(nowNanos);
    }

    /** Epochs outlive leases, here or in the record, so that one is never used twice for a session. */
    private PlacementLease issue(String session, String runtime, long nowNanos) {
        long epoch = newest(session) + 1;
        earlier.remove(session);
        PlacementLease lease = new PlacementLease(session, runtime, epoch, end(nowNanos), pipelineVersion);
        leases.put(session, lease);
        placed.put(session, epoch);
        version++;
        return lease;
    }

    private long end(long nowNanos) {
        return leaseNanos == NO_END ? NO_END : nowNanos + leaseNanos;
    }
}
