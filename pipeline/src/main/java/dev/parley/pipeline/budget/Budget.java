package dev.parley.pipeline.budget;

import dev.parley.kernel.port.BudgetHandle;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One running budget inside, perhaps, a wider one. A reservation must fit every budget up to the widest or it reserves
 * nothing anywhere. Time runs from the start to the last moment the loop told, without the pauses.
 */
public final class Budget implements BudgetHandle {
    private static final long NANOS_PER_MS = 1_000_000L;

    private final BudgetScope scope;
    private final String id;
    private final BudgetSpec spec;
    private final @Nullable Budget wider;
    private final Map<Resource, Meter> meters = new EnumMap<>(Resource.class);
    private final List<BudgetSignal> signals = new ArrayList<>(0);
    private long lastNanos;
    private long elapsedNanos;
    private boolean paused;

    private Budget(BudgetScope scope, String id, BudgetSpec spec, @Nullable Budget wider, long nowNanos) {
        this.scope = scope;
        this.id = id;
        this.spec = spec;
        this.wider = wider;
        this.lastNanos = nowNanos;
        for (Resource resource : Resource.values()) {
            meters.put(resource, new Meter());
        }
    }

    public static Budget start(BudgetScope scope, String id, BudgetSpec spec, long nowNanos) {
        return new Budget(scope, id, spec, null, nowNanos);
    }

    /** A budget inside this one. */
    public Budget within(BudgetScope innerScope, String innerId, BudgetSpec innerSpec, long nowNanos) {
        return new Budget(innerScope, innerId, innerSpec, this, nowNanos);
    }

    public BudgetScope scope() {
        return scope;
    }

    public BudgetSpec spec() {
        return spec;
    }

    /** Tells the budget the time. Going backwards changes nothing. */
    public void advanceTo(long nowNanos) {
        if (nowNanos < lastNanos) {
            return;
        }
        if (!paused) {
            elapsedNanos += nowNanos - lastNanos;
        }
        lastNanos = nowNanos;
        meter(Resource.WALL_MS).spent = elapsedNanos / NANOS_PER_MS;
        judge(Resource.WALL_MS);
    }

    /** Stops the clock of this budget, as waiting for a person's approval does. */
    public void pause(long nowNanos) {
        advanceTo(nowNanos);
        paused = true;
    }

    public void resume(long nowNanos) {
        advanceTo(nowNanos);
        paused = false;
    }

    /** When the time runs out if nothing pauses it; the largest number if never. */
    public long exhaustedAtNanos() {
        if (paused || spec.timeMs() == BudgetSpec.UNLIMITED) {
            return Long.MAX_VALUE;
        }
        return lastNanos + Math.max(0, spec.timeMs() * NANOS_PER_MS - elapsedNanos);
    }

    @Override
    public boolean reserve(Resource resource, long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("a reservation is not negative");
        }
        for (Budget budget = this; budget != null; budget = budget.wider) {
            if (amount > budget.own(resource)) {
                budget.runOut(resource);
                return false;
            }
        }
        for (Budget budget = this; budget != null; budget = budget.wider) {
            budget.spend(resource, amount);
        }
        return true;
    }

    @Override
    public void settle(Resource resource, long reserved, long used) {
        for (Budget budget = this; budget != null; budget = budget.wider) {
            budget.spend(resource, used - reserved);
        }
    }

    @Override
    public long remaining(Resource resource) {
        long least = own(resource);
        return wider == null ? least : Math.min(least, wider.remaining(resource));
    }

    /** Whether this resource of this budget has run out. */
    public boolean isExhausted(Resource resource) {
        return meter(resource).exhausted;
    }

    public boolean hasSignals() {
        return !signals.isEmpty();
    }

    /** Hands over what happened since the last call, oldest first. */
    public List<BudgetSignal> drainSignals() {
        List<BudgetSignal> drained = List.copyOf(signals);
        signals.clear();
        return drained;
    }

    private long own(Resource resource) {
        long limit = spec.limit(resource);
        return limit == BudgetSpec.UNLIMITED ? limit : Math.max(0, limit - meter(resource).spent);
    }

    /** Time spends itself: a reservation of it is only a question whether there is enough. */
    private void spend(Resource resource, long amount) {
        if (resource == Resource.WALL_MS) {
            return;
        }
        Meter meter = meter(resource);
        long spent = meter.spent + amount;
        meter.spent = amount > 0 && spent < 0 ? Long.MAX_VALUE : Math.max(0, spent);
        judge(resource);
    }

    private void judge(Resource resource) {
        long limit = spec.limit(resource);
        if (limit == BudgetSpec.UNLIMITED) {
            return;
        }
        Meter meter = meter(resource);
        long used = meter.spent;
        boolean timeIsUp = resource == Resource.WALL_MS && used >= limit;
        if (timeIsUp || used > limit) {
            runOut(resource);
        } else if (!meter.warned && limit > 0 && used >= warnAt(limit)) {
            meter.warned = true;
            signals.add(new BudgetSignal.Warning(scope, id, resource, used, limit));
        }
    }

    /** The share is rounded up, so that a warning never comes before it is due. */
    private long warnAt(long limit) {
        return limit / 100 * spec.warnPercent() + (limit % 100 * spec.warnPercent() + 99) / 100;
    }

    private void runOut(Resource resource) {
        Meter meter = meter(resource);
        if (!meter.exhausted) {
            meter.exhausted = true;
            signals.add(new BudgetSignal.Exhausted(
                    scope, id, resource, meter.spent, spec.limit(resource), spec.onExhausted()));
        }
    }

    private Meter meter(Resource resource) {
        return Objects.requireNonNull(meters.get(resource));
    }

    /** What was spent of one resource, and what was said about it. */
    private static final class Meter {
        private long spent;
        private boolean warned;
        private boolean exhausted;
    }
}
