package dev.parley.pipeline.edge;

import dev.parley.kernel.rune.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The door through which other threads reach a loop: they offer an immutable item and are done. It is bounded by lane,
 * so that a flood of data never shuts out a cancel, and it wakes the loop, which takes the items out, control first.
 */
public final class Ingress<T> {
    /** So much room of the data lane is kept for what the loop waits for. */
    static final int AWAITED_ROOM = 16;

    /** So much more of it is taken in beside the lane; nobody who keeps to one answer for one question gets there. */
    static final int AWAITED_MAX = 256;

    private static final List<Lane> PRIORITY = List.of(Lane.CONTROL, Lane.DATA, Lane.TELEMETRY);

    private final String id;
    private final Runnable wake;
    private final Runnable wakeNow;
    private final MpscRing<T> control;
    private final MpscRing<T> data;
    private final MpscRing<T> telemetry;
    private final int dataMax;
    private final Queue<T> awaited = new ConcurrentLinkedQueue<>();
    private final AtomicInteger awaitedItems = new AtomicInteger();
    private volatile boolean closed;

    public Ingress(String id, int dataItemsMax, int controlItemsMax, Runnable wake) {
        this(id, dataItemsMax, controlItemsMax, wake, wake);
    }

    /** With another call for control, for a loop that lets data wait a little. */
    public Ingress(String id, int dataItemsMax, int controlItemsMax, Runnable wake, Runnable wakeNow) {
        this.id = id;
        this.wake = wake;
        this.wakeNow = wakeNow;
        this.control = new MpscRing<>(controlItemsMax);
        this.dataMax = dataItemsMax;
        this.data = new MpscRing<>(dataItemsMax + AWAITED_ROOM);
        this.telemetry = new MpscRing<>(Math.max(1, dataItemsMax / 4));
    }

    /** From any thread: takes the item and wakes the loop, or answers false when the lane is full or the door shut. */
    public boolean offer(T item, Lane lane) {
        if (closed) {
            return false;
        }
        boolean taken =
                lane == Lane.DATA ? data.offer(item, dataMax) : ring(lane).offer(item);
        (lane == Lane.CONTROL ? wakeNow : wake).run();
        return taken;
    }

    /** The same for data that can be done without: it is refused already where half of the lane is taken. */
    public boolean offerSpare(T item) {
        if (closed) {
            return false;
        }
        boolean taken = data.offer(item, Math.ceilDiv(dataMax, 2));
        wake.run();
        return taken;
    }

    /**
     * The same for data that the loop itself has asked for and waits for, so that there is never more of it than it asked for.
     * Room is kept for it, where it stays in its order; what does not fit there either overtakes what is in the lane, and is
     * refused only by a door that is shut or was flooded.
     */
    public boolean offerAwaited(T item) {
        if (closed) {
            return false;
        }
        boolean taken = data.tryOffer(item, data.capacity()) || overtakes(item);
        wake.run();
        return taken;
    }

    private boolean overtakes(T item) {
        if (awaitedItems.incrementAndGet() > AWAITED_MAX) {
            awaitedItems.decrementAndGet();
            return data.offer(item, 0);
        }
        return awaited.add(item);
    }

    private @Nullable T pollData() {
        T item = awaited.poll();
        if (item != null) {
            awaitedItems.decrementAndGet();
        }
        return item == null ? data.poll() : item;
    }

    /** On the loop: the next item, control before data before telemetry, or null. */
    public @Nullable T poll() {
        for (Lane lane : PRIORITY) {
            T item = lane == Lane.DATA ? pollData() : ring(lane).poll();
            if (item != null) {
                return item;
            }
        }
        return null;
    }

    /** On the loop: hands over up to this many items, control first, and answers how many there were. */
    public int drain(Consumer<? super T> consumer, int itemsMax) {
        int drained = 0;
        while (drained < itemsMax) {
            T item = poll();
            if (item == null) {
                break;
            }
            consumer.accept(item);
            drained++;
        }
        return drained;
    }

    public boolean isEmpty() {
        return control.isEmpty() && awaited.isEmpty() && data.isEmpty() && telemetry.isEmpty();
    }

    /** Whether something was refused since it was last asked for. */
    public boolean hasRefused() {
        return control.hasRefused() || data.hasRefused() || telemetry.hasRefused();
    }

    /** On the loop: a notice for each lane that had to refuse something since the last call. */
    public List<EdgeSignal> drainSignals() {
        List<EdgeSignal> notices = new ArrayList<>(0);
        for (Lane lane : PRIORITY) {
            MpscRing<T> ring = ring(lane);
            long from = ring.passed() + 1;
            long count = ring.takeRefused();
            if (count > 0) {
                notices.add(new EdgeSignal.DropNotice(id, lane, from, from + count - 1, count, EdgeSignal.Cause.FULL));
            }
        }
        return notices;
    }

    /** Shuts the door; what is inside can still be taken out. */
    public void close() {
        closed = true;
    }

    private MpscRing<T> ring(Lane lane) {
        return switch (lane) {
            case CONTROL -> control;
            case DATA -> data;
            case TELEMETRY -> telemetry;
        };
    }
}
