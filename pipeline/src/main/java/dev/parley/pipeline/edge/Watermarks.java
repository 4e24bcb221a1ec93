package dev.parley.pipeline.edge;

/**
 * Where pressure begins and ends, by depth and by the age of the oldest item. Reaching either high mark raises pressure;
 * it ends when both low marks are reached.
 */
public record Watermarks(int highItems, int lowItems, long highMs, long lowMs) {
    /** Marks on depth alone. */
    public static Watermarks items(int high, int low) {
        return new Watermarks(high, low, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    public Watermarks {
        if (lowItems < 0 || highItems <= lowItems) {
            throw new IllegalArgumentException("the high mark must stand above the low mark, and the low at 0 or more");
        }
        if (lowMs < 0 || highMs < lowMs) {
            throw new IllegalArgumentException("the high mark in ms must not stand below the low mark");
        }
    }
}
