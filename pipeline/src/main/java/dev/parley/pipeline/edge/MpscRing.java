package dev.parley.pipeline.edge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue for many producers and one consumer, without locks. A slot is free once the consumer emptied it. Its
 * counters stand in the object itself, so that a look at an empty queue touches one line of memory.
 */
final class MpscRing<T> {
    private static final VarHandle TAIL = counter("tail");
    private static final VarHandle HEAD = counter("head");
    private static final VarHandle REFUSED = counter("refused");

    private final AtomicReferenceArray<@Nullable T> slots;
    private final int capacity;
    private volatile long tail;
    private volatile long head;
    private volatile long refused;
    private long passed;

    MpscRing(int capacity) {
        this.capacity = capacity;
        this.slots = new AtomicReferenceArray<>(capacity);
    }

    private static VarHandle counter(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(MpscRing.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    boolean offer(T item) {
        return offer(item, capacity);
    }

    /** The same for an item that is refused already where so many are inside. */
    boolean offer(T item, int below) {
        boolean taken = tryOffer(item, below);
        if (!taken) {
            REFUSED.getAndAdd(this, 1L);
        }
        return taken;
    }

    int capacity() {
        return capacity;
    }

    /** The same where nothing is lost by a no, so that it is not counted. */
    boolean tryOffer(T item, int below) {
        long claimed;
        do {
            claimed = tail;
            if (claimed - head >= below) {
                return false;
            }
        } while (!TAIL.compareAndSet(this, claimed, claimed + 1));
        slots.setRelease((int) (claimed % capacity), item);
        return true;
    }

    /** Null when it is empty, or when the next item is claimed and not yet written; its writer wakes the loop after. */
    @Nullable
    T poll() {
        long at = head;
        if (at == tail) {
            return null;
        }
        int slot = (int) (at % capacity);
        T item = slots.getAcquire(slot);
        if (item == null) {
            return null;
        }
        slots.setRelease(slot, null);
        HEAD.setRelease(this, at + 1);
        passed++;
        return item;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** For the consumer: how many items were taken out or refused so far. */
    long passed() {
        return passed;
    }

    boolean hasRefused() {
        return refused != 0;
    }

    /** For the consumer: how many items were refused since the last call. */
    long takeRefused() {
        if (refused == 0) {
            return 0;
        }
        long count = (long) REFUSED.getAndSet(this, 0L);
        passed += count;
        return count;
    }
}
