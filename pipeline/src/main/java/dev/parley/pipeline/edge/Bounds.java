package dev.parley.pipeline.edge;

/**
 * The four bounds of an edge. Items and bytes are room; the time in the queue is how old an item may get there; the
 * latency contribution is how long the item last delivered may have waited before the edge counts as full.
 */
public record Bounds(int maxItems, long maxBytes, long maxQueueMs, long maxLatencyMs) {
    public Bounds {
        if (maxItems < 1 || maxBytes < 1 || maxQueueMs < 1 || maxLatencyMs < 1) {
            throw new IllegalArgumentException("every bound of an edge is at least 1");
        }
    }
}
