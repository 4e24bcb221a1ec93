package dev.parley.pipeline.edge;

import org.jspecify.annotations.Nullable;

/** The items of one lane, first in first out, in parallel arrays that grow up to the bound and are then reused. */
final class LaneRing<T> {
    private static final int FIRST_CAPACITY = 8;

    private @Nullable Object[] items = new Object[0];
    private long[] arrivals = new long[0];
    private long[] sequences = new long[0];
    private int[] sizes = new int[0];
    private int head;
    private int count;
    private long bytes;
    private long nextSequence = 1;

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
        items[slot] = item;
        arrivals[slot] = arrival;
        sequences[slot] = sequence;
        sizes[slot] = size;
        count++;
        bytes += size;
    }

    long headArrival() {
        return arrivals[head];
    }

    long headSequence() {
        return sequences[head];
    }

    long tailSequence() {
        return sequences[slot(count - 1)];
    }

    T head() {
        return item(head);
    }

    T tail() {
        return item(slot(count - 1));
    }

    void replaceTail(T item, int addedBytes) {
        int slot = slot(count - 1);
        items[slot] = item;
        sizes[slot] += addedBytes;
        bytes += addedBytes;
    }

    T removeHead() {
        T item = item(head);
        items[head] = null;
        bytes -= sizes[head];
        head = head + 1 == items.length ? 0 : head + 1;
        count--;
        return item;
    }

    void removeTail() {
        int slot = slot(count - 1);
        items[slot] = null;
        bytes -= sizes[slot];
        count--;
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
        long[] grownArrivals = new long[capacity];
        long[] grownSequences = new long[capacity];
        int[] grownSizes = new int[capacity];
        for (int i = 0; i < count; i++) {
            int slot = slot(i);
            grownItems[i] = items[slot];
            grownArrivals[i] = arrivals[slot];
            grownSequences[i] = sequences[slot];
            grownSizes[i] = sizes[slot];
        }
        items = grownItems;
        arrivals = grownArrivals;
        sequences = grownSequences;
        sizes = grownSizes;
        head = 0;
    }
}
