package dev.parley.pipeline.edge;

/**
 * The whole policy of one edge: bounds, what happens at them, the marks, how lanes share it, and where the values came
 * from. An edge without one cannot be built.
 *
 * @param maxBlockMs how long an item may be kept back under {@link Strategy#BLOCK}; 0 under the others
 * @param sampleOneIn of how many items that do not fit one is kept under {@link Strategy#SAMPLE}; 1 under the others
 * @param dropEnd which end loses under {@link Strategy#DROP}
 */
public record BufferSpec(
        Bounds bounds,
        Strategy strategy,
        long maxBlockMs,
        int sampleOneIn,
        DropEnd dropEnd,
        Watermarks watermarks,
        LaneRules lanes,
        FairnessKey fairnessKey,
        Source source) {

    /** Which item is given up when one must be. */
    public enum DropEnd {
        NEWEST,
        OLDEST
    }

    /** Where the values came from, so that a plan can say it. */
    public enum Source {
        EXPLICIT,
        PROFILE,
        MIXED
    }

    public BufferSpec {
        if (strategy == Strategy.BLOCK ? maxBlockMs < 1 : maxBlockMs != 0) {
            throw new IllegalArgumentException("block needs a maximum block time, and only block has one");
        }
        if (strategy == Strategy.SAMPLE ? sampleOneIn < 2 : sampleOneIn != 1) {
            throw new IllegalArgumentException("sample keeps one in 2 or more, and only sample does");
        }
        if (watermarks.highItems() > bounds.maxItems()) {
            throw new IllegalArgumentException("the high mark cannot stand above the edge's room");
        }
    }

    /** An edge whose producer waits, at most this long for each item. */
    public static BufferSpec blocking(Bounds bounds, Watermarks watermarks, long maxBlockMs) {
        return of(bounds, watermarks, Strategy.BLOCK, maxBlockMs, 1);
    }

    public static BufferSpec dropping(Bounds bounds, Watermarks watermarks) {
        return of(bounds, watermarks, Strategy.DROP, 0, 1);
    }

    public static BufferSpec merging(Bounds bounds, Watermarks watermarks) {
        return of(bounds, watermarks, Strategy.MERGE, 0, 1);
    }

    public static BufferSpec sampling(Bounds bounds, Watermarks watermarks, int oneIn) {
        return of(bounds, watermarks, Strategy.SAMPLE, 0, oneIn);
    }

    public static BufferSpec latestOnly(Bounds bounds, Watermarks watermarks) {
        return of(bounds, watermarks, Strategy.LATEST_ONLY, 0, 1);
    }

    private static BufferSpec of(Bounds bounds, Watermarks marks, Strategy strategy, long maxBlockMs, int oneIn) {
        return new BufferSpec(
                bounds,
                strategy,
                maxBlockMs,
                oneIn,
                DropEnd.NEWEST,
                marks,
                LaneRules.DEFAULT,
                FairnessKey.NONE,
                Source.EXPLICIT);
    }

    public BufferSpec dropping(DropEnd end) {
        return new BufferSpec(bounds, strategy, maxBlockMs, sampleOneIn, end, watermarks, lanes, fairnessKey, source);
    }

    public BufferSpec with(LaneRules rules) {
        return new BufferSpec(
                bounds, strategy, maxBlockMs, sampleOneIn, dropEnd, watermarks, rules, fairnessKey, source);
    }
}
