package dev.parley.pipeline.edge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of one lane, first in first out, in two arrays that grow up to the bound and are then reused. The numbers of an
 * item stand side by side: with thousands of conversations each line of memory that is touched for a frame counts.
 */
final class LaneRing<T> {
    private static final int FIRST_CAPACITY = 4;
    private static final int NUMBERS = 3;
    private static final int ARRIVAL = 0;
    private static final int SEQUENCE = 1;
    private static final int SIZE = 2;
    private static final Object[] NO_ITEMS = {};
    private static final long[] NO_NUMBERS = {};

    /** Stands for every lane that nothing was offered to yet, so that an edge that carries only data is one ring. */
    private static final LaneRing<?> UNUSED = new LaneRing<>();

    private @Nullable Object[] items = NO_ITEMS;
    private long[] numbers = NO_NUMBERS;
    private int head;
    private int count;
    private long bytes;
    private long nextSequence = 1;

    @SuppressWarnings("unchecked")
    static <T> LaneRing<T> unused() {
        return (LaneRing<T>) UNUSED;
    }

    /** The ring to put something into: this one, or a new one in the place of the unused. */
    LaneRing<T> inUse() {
        return this == UNUSED ? new LaneRing<>() : this;
    }

    int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    /** Numbers an item of this lane, whether it is then queued or not. */
    long number() {
        return nextSequence++;
    }

    void add(T item, long sequence, int size, long arrival) {
        if (count == items.length) {
            grow();
        }
        int slot = slot(count);
        int at = slot * NUMBERS;
        items[slot] = item;
        numbers[at + ARRIVAL] = arrival;
        numbers[at + SEQUENCE] = sequence;
        numbers[at + SIZE] = size;
        count++;
        bytes += size;
    }

    long headArrival() {
        return numbers[head * NUMBERS + ARRIVAL];
    }

    long headSequence() {
        return numbers[head * NUMBERS + SEQUENCE];
    }

    long tailSequence() {
        return numbers[slot(count - 1) * NUMBERS + SEQUENCE];
    }

    T head() {
        return item(head);
    }

    T tail() {
        return item(slot(count - 1));
    }

    List<T> all() {
        List<T> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(item(slot(i)));
        }
        return all;
    }

    void replaceTail(T item, int addedBytes) {
        int slot = slot(count - 1);
        items[slot] = item;
        numbers[slot * NUMBERS + SIZE] += addedBytes;
        bytes += addedBytes;
    }

    T removeHead() {
        T item = item(head);
        items[head] = null;
        bytes -= numbers[head * NUMBERS + SIZE];
        head = head + 1 == items.length ? 0 : head + 1;
        count--;
        return item;
    }

    private int slot(int offset) {
        int slot = head + offset;
        return slot >= items.length ? slot - items.length : slot;
    }

    @SuppressWarnings("unchecked")
    private T item(int slot) {
        Object item = items[slot];
        if (item == null) {
            throw new IllegalStateException("the lane is empty");
        }
        return (T) item;
    }

    private void grow() {
        int capacity = Math.max(FIRST_CAPACITY, items.length * 2);
        @Nullable Object[] grownItems = new Object[capacity];
        long[] grownNumbers = new long[capacity * NUMBERS];
        for (int i = 0; i < count; i++) {
            int slot = slot(i);
            grownItems[i] = items[slot];
            System.arraycopy(numbers, slot * NUMBERS, grownNumbers, i * NUMBERS, NUMBERS);
        }
        items = grownItems;
        numbers = grownNumbers;
        head = 0;
    }
}
