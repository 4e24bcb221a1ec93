package dev.parley.pipeline.edge;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.EdgeSignal.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bounded channel between two nodes: the only place in which anything waits.
 *
 * <p>The lanes stand in three rings, so control is never behind data or telemetry. The marks only signal; the bounds act.
 * Data that does not fit meets the declared strategy after telemetry has given up its room. An item that has been
 * admitted under {@link Strategy#BLOCK} or {@link Strategy#MERGE} is always delivered: for these two the time bounds close
 * the edge to newcomers, for the others they expire what is queued.
 *
 * <p>Belongs to one loop. The caller brings the time and takes the signals away with {@link #drainSignals()}.
 */
public final class Edge<T> {
    private static final long NANOS_PER_MS = 1_000_000L;

    private final String id;
    private final BufferSpec spec;
    private final Merger<T> merger;
    private final LaneRing<T> data = new LaneRing<>();
    private LaneRing<T> control = LaneRing.unused();
    private LaneRing<T> telemetry = LaneRing.unused();
    private @Nullable SignalBuffer signals;
    private final int maxItems;
    private final long maxBytes;
    private final long maxQueueNanos;
    private final long maxLatencyNanos;
    private final int highItems;
    private final long highNanos;
    private final boolean expires;
    private boolean pressured;
    private boolean blocked;
    private long blockedSince;
    private long lastWait;
    private long overflowed;
    private long telemetryOffered;

    public Edge(String id, BufferSpec spec, Merger<T> merger) {
        this.id = id;
        this.spec = spec;
        this.merger = merger;
        this.maxItems = spec.bounds().maxItems();
        this.maxBytes = spec.bounds().maxBytes();
        this.maxQueueNanos = spec.bounds().maxQueueMs() * NANOS_PER_MS;
        this.maxLatencyNanos = spec.bounds().maxLatencyMs() * NANOS_PER_MS;
        this.highItems = spec.watermarks().highItems();
        this.highNanos = nanos(spec.watermarks().highMs());
        this.expires = spec.strategy() != Strategy.BLOCK && spec.strategy() != Strategy.MERGE;
    }

    private static long nanos(long ms) {
        return ms > Long.MAX_VALUE / NANOS_PER_MS ? Long.MAX_VALUE : ms * NANOS_PER_MS;
    }

    public Edge(String id, BufferSpec spec) {
        this(id, spec, Merger.none());
    }

    public String id() {
        return id;
    }

    public BufferSpec spec() {
        return spec;
    }

    /** Offers an item of this many bytes that arrived at this monotonic time. */
    public Offered offer(T item, Lane lane, int bytes, long nowNanos) {
        return switch (lane) {
            case CONTROL -> offerControl(item, bytes, nowNanos);
            case DATA -> offerData(item, bytes, nowNanos);
            case TELEMETRY -> offerTelemetry(item, bytes, nowNanos);
        };
    }

    /** The next item, control before data before telemetry, or null when nothing waits. */
    public @Nullable T poll(long nowNanos) {
        T item = poll(Lane.CONTROL, nowNanos);
        if (item == null) {
            item = poll(Lane.DATA, nowNanos);
        }
        return item == null ? poll(Lane.TELEMETRY, nowNanos) : item;
    }

    /** The next item of one lane, or null. */
    public @Nullable T poll(Lane lane, long nowNanos) {
        return switch (lane) {
            case CONTROL -> control.count() == 0 ? null : control.removeHead();
            case DATA -> pollData(nowNanos);
            case TELEMETRY -> {
                expire(telemetry, Lane.TELEMETRY, nowNanos);
                yield telemetry.count() == 0 ? null : telemetry.removeHead();
            }
        };
    }

    /** The data item that {@link #poll} would give next, or null. It stays where it is. */
    public @Nullable T peekData(long nowNanos) {
        expireData(nowNanos);
        return data.count() == 0 ? null : data.head();
    }

    /** Lets time pass: expires what is too old and judges the marks that are set in milliseconds. */
    public void tick(long nowNanos) {
        expireData(nowNanos);
        expire(telemetry, Lane.TELEMETRY, nowNanos);
        raise(nowNanos);
        relax(nowNanos);
    }

    /** Takes out everything queued in the data and telemetry lanes, as a cancel or a barge-in asks; control stays. */
    public int flush(long nowNanos) {
        blocked = false;
        int taken = flush(data, Lane.DATA) + flush(telemetry, Lane.TELEMETRY);
        lastWait = 0;
        relax(nowNanos);
        return taken;
    }

    /** The data that waits, oldest first; it stays where it is. */
    public List<T> queuedData() {
        return data.all();
    }

    public int items(Lane lane) {
        return ring(lane).count();
    }

    public int dataItems() {
        return data.count();
    }

    public long bytes(Lane lane) {
        return ring(lane).bytes();
    }

    public boolean isEmpty() {
        return control.count() + data.count() + telemetry.count() == 0;
    }

    /** Whether the high mark was reached and the low one not yet. */
    public boolean isPressured() {
        return pressured;
    }

    /** How many items of this lane were given up since the edge was made. */
    public long dropped(Lane lane) {
        return signals == null ? 0 : signals.dropped(lane);
    }

    /** When the item that is being kept back will be given up; the largest number when none is. */
    public long blockedUntilNanos() {
        return blocked ? blockedSince + spec.maxBlockMs() * NANOS_PER_MS : Long.MAX_VALUE;
    }

    public boolean hasSignals() {
        return signals != null && !signals.isEmpty();
    }

    /** Hands over what happened since the last call, oldest first. */
    public List<EdgeSignal> drainSignals() {
        return signals == null ? List.of() : signals.drain();
    }

    /** The producer gives up this many items that it was made to keep, because they have waited too long. */
    public void giveUp(long items) {
        blocked = false;
        for (long i = 0; i < items; i++) {
            dropNewcomer(Cause.BLOCKED_TOO_LONG);
        }
    }

    private Offered offerControl(T item, int bytes, long now) {
        control = control.inUse();
        if (control.count() >= spec.lanes().controlMaxItems()) {
            return Offered.OVERFLOW;
        }
        control.add(item, control.number(), bytes, now);
        return Offered.ACCEPTED;
    }

    private Offered offerTelemetry(T item, int bytes, long now) {
        telemetry = telemetry.inUse();
        boolean sampledOut = telemetryOffered++ % spec.lanes().telemetryOneIn() != 0;
        if (sampledOut || pressured || telemetry.count() >= spec.lanes().telemetryMaxItems() || !hasRoom(bytes)) {
            signals().drop(Lane.TELEMETRY, telemetry.number(), Cause.SHED);
            return Offered.DROPPED;
        }
        telemetry.add(item, telemetry.number(), bytes, now);
        return Offered.ACCEPTED;
    }

    private Offered offerData(T item, int bytes, long now) {
        expireData(now);
        while (telemetry.count() > 0 && !hasRoom(bytes)) {
            dropHead(telemetry, Lane.TELEMETRY, Cause.SHED);
        }
        boolean only = spec.strategy() == Strategy.LATEST_ONLY && data.count() > 0;
        if (!only && hasRoom(bytes) && !isSlow(now)) {
            return accept(item, bytes, now);
        }
        if (bytes > spec.bounds().maxBytes()) {
            return dropNewcomer(Cause.FULL);
        }
        return switch (spec.strategy()) {
            case BLOCK -> block(now);
            case DROP ->
                spec.dropEnd() == BufferSpec.DropEnd.NEWEST
                        ? dropNewcomer(Cause.FULL)
                        : replaceOldest(item, bytes, now);
            case MERGE -> merge(item, bytes, now);
            case SAMPLE ->
                ++overflowed % spec.sampleOneIn() == 0 ? replaceOldest(item, bytes, now) : dropNewcomer(Cause.FULL);
            case LATEST_ONLY -> replaceAll(item, bytes, now);
        };
    }

    private Offered accept(T item, int bytes, long now) {
        blocked = false;
        data.add(item, data.number(), bytes, now);
        raise(now);
        return Offered.ACCEPTED;
    }

    private Offered block(long now) {
        if (!blocked) {
            blocked = true;
            blockedSince = now;
        }
        if (now < blockedUntilNanos()) {
            return Offered.BLOCKED;
        }
        blocked = false;
        return dropNewcomer(Cause.BLOCKED_TOO_LONG);
    }

    private Offered dropNewcomer(Cause cause) {
        signals().drop(Lane.DATA, data.number(), cause);
        return Offered.DROPPED;
    }

    private Offered replaceOldest(T item, int bytes, long now) {
        do {
            dropHead(data, Lane.DATA, Cause.REPLACED);
        } while (!hasRoom(bytes));
        return accept(item, bytes, now);
    }

    private Offered replaceAll(T item, int bytes, long now) {
        while (data.count() > 0) {
            dropHead(data, Lane.DATA, Cause.REPLACED);
        }
        Offered accepted = accept(item, bytes, now);
        relax(now);
        return accepted;
    }

    private Offered merge(T item, int bytes, long now) {
        if (data.bytes() + telemetry.bytes() + bytes > spec.bounds().maxBytes()) {
            return dropNewcomer(Cause.FULL);
        }
        data.number();
        data.replaceTail(merger.merge(data.tail(), item), bytes);
        raise(now);
        return Offered.MERGED;
    }

    /** The next data item, or null. */
    public @Nullable T pollData(long now) {
        expireData(now);
        if (data.count() == 0) {
            relax(now);
            return null;
        }
        long arrival = data.headArrival();
        T item = data.removeHead();
        lastWait = data.count() == 0 ? 0 : now - arrival;
        if (pressured) {
            relax(now);
        }
        return item;
    }

    private boolean hasRoom(int bytes) {
        return data.count() + telemetry.count() < maxItems && data.bytes() + telemetry.bytes() + bytes <= maxBytes;
    }

    private boolean isSlow(long now) {
        return data.count() > 0 && (lastWait > maxLatencyNanos || age(now) > maxQueueNanos);
    }

    private long age(long now) {
        return data.count() == 0 ? 0 : now - data.headArrival();
    }

    private void expireData(long now) {
        if (expires) {
            expire(data, Lane.DATA, now);
        }
    }

    private void expire(LaneRing<T> ring, Lane lane, long now) {
        while (ring.count() > 0 && now - ring.headArrival() > maxQueueNanos) {
            dropHead(ring, lane, Cause.TOO_OLD);
        }
    }

    private void dropHead(LaneRing<T> ring, Lane lane, Cause cause) {
        signals().drop(lane, ring.headSequence(), cause);
        ring.removeHead();
        if (data.count() == 0) {
            lastWait = 0;
        }
    }

    private int flush(LaneRing<T> ring, Lane lane) {
        int taken = ring.count();
        if (taken > 0) {
            signals().add(new EdgeSignal.Discontinuity(id, lane, ring.headSequence(), ring.tailSequence(), taken));
        }
        while (ring.count() > 0) {
            ring.removeHead();
        }
        return taken;
    }

    private void raise(long now) {
        if (!pressured && (data.count() >= highItems || age(now) >= highNanos)) {
            pressured = true;
            signals().add(new EdgeSignal.Watermark(id, data.count(), data.bytes(), age(now) / NANOS_PER_MS));
            signals().add(new EdgeSignal.FlowXoff(id));
        }
    }

    private void relax(long now) {
        Watermarks marks = spec.watermarks();
        if (pressured && data.count() <= marks.lowItems() && age(now) / NANOS_PER_MS <= marks.lowMs()) {
            pressured = false;
            signals().add(new EdgeSignal.FlowXon(id));
        }
    }

    private SignalBuffer signals() {
        SignalBuffer buffer = signals;
        if (buffer == null) {
            buffer = new SignalBuffer(id);
            signals = buffer;
        }
        return buffer;
    }

    private LaneRing<T> ring(Lane lane) {
        return switch (lane) {
            case CONTROL -> control;
            case DATA -> data;
            case TELEMETRY -> telemetry;
        };
    }
}
