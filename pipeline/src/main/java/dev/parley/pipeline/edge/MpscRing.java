package dev.parley.pipeline.edge;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A bounded queue for many producers and one consumer, without locks. A slot is free once the consumer emptied it. */
final class MpscRing<T> {
    private final AtomicReferenceArray<@Nullable T> slots;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final int capacity;
    private long passed;

    MpscRing(int capacity) {
        this.capacity = capacity;
        this.slots = new AtomicReferenceArray<>(capacity);
    }

    boolean offer(T item) {
        long claimed;
        do {
            claimed = tail.get();
            if (claimed - head.get() >= capacity) {
                refused.incrementAndGet();
                return false;
            }
        } while (!tail.compareAndSet(claimed, claimed + 1));
        slots.setRelease((int) (claimed % capacity), item);
        return true;
    }

    /** Null when it is empty, or when the next item is claimed and not yet written; its writer wakes the loop after. */
    @Nullable
    T poll() {
        long at = head.get();
        int slot = (int) (at % capacity);
        T item = slots.getAcquire(slot);
        if (item == null) {
            return null;
        }
        slots.setRelease(slot, null);
        head.setRelease(at + 1);
        passed++;
        return item;
    }

    boolean isEmpty() {
        return head.get() == tail.get();
    }

    /** For the consumer: how many items were taken out or refused so far. */
    long passed() {
        return passed;
    }

    /** For the consumer: how many items were refused since the last call. */
    long takeRefused() {
        long count = refused.getAndSet(0);
        passed += count;
        return count;
    }
}
