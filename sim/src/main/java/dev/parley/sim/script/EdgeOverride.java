package dev.parley.sim.script;

import dev.parley.pipeline.edge.Bounds;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.edge.Watermarks;
import java.util.Set;

/** The buffer of one edge, in place of its default. */
public record EdgeOverride(int maxItems, String strategy, int high, int low, long maxBlockMs) {
    public static final Set<String> STRATEGIES = Set.of("block", "drop", "merge", "sample", "latest_only");

    private static final long UNBOUNDED_MS = Long.MAX_VALUE / 1_000_000;
    private static final int SAMPLE_ONE_IN = 2;

    /** The policy of the edge. */
    public BufferSpec spec() {
        Bounds bounds = bounds(maxItems);
        Watermarks marks = Watermarks.items(high, low);
        return switch (strategy) {
            case "drop" -> BufferSpec.dropping(bounds, marks);
            case "merge" -> BufferSpec.merging(bounds, marks);
            case "sample" -> BufferSpec.sampling(bounds, marks, SAMPLE_ONE_IN);
            case "latest_only" -> BufferSpec.latestOnly(bounds, marks);
            default -> BufferSpec.blocking(bounds, marks, maxBlockMs);
        };
    }

    private static Bounds bounds(int items) {
        return new Bounds(items, Long.MAX_VALUE, UNBOUNDED_MS, UNBOUNDED_MS);
    }
}
