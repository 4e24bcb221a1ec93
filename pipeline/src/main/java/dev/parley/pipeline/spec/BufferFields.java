package dev.parley.pipeline.spec;

import dev.parley.pipeline.edge.Bounds;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.edge.FairnessKey;
import dev.parley.pipeline.edge.LaneRules;
import dev.parley.pipeline.edge.Strategy;
import dev.parley.pipeline.edge.Watermarks;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The buffer of an edge as far as a document sets it; the rest comes from a default. */
public final class BufferFields {
    private static final List<String> NAMES = List.of(
            "max_items",
            "max_bytes",
            "max_queue_ms",
            "max_latency_ms",
            "strategy",
            "max_block_ms",
            "sample_one_in",
            "drop",
            "high",
            "low",
            "high_ms",
            "low_ms",
            "control_max_items",
            "telemetry_max_items",
            "telemetry_one_in",
            "fairness_key");
    private static final long ITEMS_MAX = 1 << 16;
    private static final long BYTES_MAX = 1 << 30;
    private static final long MS_MAX = 3_600_000;

    private final YamlMap map;

    private BufferFields(YamlMap map) {
        this.map = map;
    }

    /** Completes the fields at this place with a default, and checks that they fit together. */
    public static BufferSpec complete(YamlValue place, BufferSpec defaults) {
        return new BufferFields(place.map().only(NAMES)).onto(defaults);
    }

    private BufferSpec onto(BufferSpec base) {
        Strategy strategy = map.optional("strategy", base.strategy(), BufferFields::strategy);
        Bounds bounds = bounds(base.bounds());
        return new BufferSpec(
                bounds,
                strategy,
                maxBlock(strategy, base),
                sampleOneIn(strategy, base),
                dropEnd(strategy, base),
                marks(base.watermarks(), bounds),
                lanes(base.lanes()),
                map.optional("fairness_key", base.fairnessKey(), BufferFields::fairness),
                map.fields().keySet().containsAll(REQUIRED_FOR_EXPLICIT)
                        ? BufferSpec.Source.EXPLICIT
                        : map.fields().isEmpty() ? base.source() : BufferSpec.Source.MIXED);
    }

    private static final List<String> REQUIRED_FOR_EXPLICIT =
            List.of("max_items", "max_bytes", "max_queue_ms", "max_latency_ms", "strategy", "high", "low");

    private Bounds bounds(Bounds base) {
        return new Bounds(
                (int) whole("max_items", base.maxItems(), 1, ITEMS_MAX),
                whole("max_bytes", base.maxBytes(), 1, BYTES_MAX),
                whole("max_queue_ms", base.maxQueueMs(), 1, MS_MAX),
                whole("max_latency_ms", base.maxLatencyMs(), 1, MS_MAX));
    }

    private long maxBlock(Strategy strategy, BufferSpec base) {
        Optional<YamlValue> set = map.optional("max_block_ms");
        if (strategy != Strategy.BLOCK) {
            set.ifPresent(value -> {
                throw value.bad("max_block_ms belongs to the strategy block, not to " + strategy.spelled());
            });
            return 0;
        }
        if (set.isEmpty() && base.maxBlockMs() == 0) {
            throw map.bad("the strategy block needs max_block_ms");
        }
        return whole("max_block_ms", base.maxBlockMs(), 1, MS_MAX);
    }

    private int sampleOneIn(Strategy strategy, BufferSpec base) {
        Optional<YamlValue> set = map.optional("sample_one_in");
        if (strategy != Strategy.SAMPLE) {
            set.ifPresent(value -> {
                throw value.bad("sample_one_in belongs to the strategy sample, not to " + strategy.spelled());
            });
            return 1;
        }
        if (set.isEmpty() && base.sampleOneIn() == 1) {
            throw map.bad("the strategy sample needs sample_one_in");
        }
        return (int) whole("sample_one_in", base.sampleOneIn(), 2, ITEMS_MAX);
    }

    private BufferSpec.DropEnd dropEnd(Strategy strategy, BufferSpec base) {
        Optional<YamlValue> set = map.optional("drop");
        if (set.isEmpty()) {
            return base.dropEnd();
        }
        if (strategy != Strategy.DROP) {
            throw set.get().bad("drop belongs to the strategy drop, not to " + strategy.spelled());
        }
        return set.get().oneOf(List.of("newest", "oldest")).equals("newest")
                ? BufferSpec.DropEnd.NEWEST
                : BufferSpec.DropEnd.OLDEST;
    }

    /** Marks that are not set follow a bound that is smaller than the default's marks. */
    private Watermarks marks(Watermarks base, Bounds bounds) {
        int roomiest = Math.max(1, bounds.maxItems() * 3 / 4);
        int high = (int) whole("high", Math.min(base.highItems(), roomiest), 1, ITEMS_MAX);
        int low = (int) whole("low", Math.min(base.lowItems(), high / 2), 0, ITEMS_MAX);
        long highMs = whole("high_ms", base.highMs(), 1, MS_MAX);
        long lowMs = whole("low_ms", Math.min(base.lowMs(), highMs), 0, MS_MAX);
        if (high > bounds.maxItems()) {
            throw at("high").bad("the high mark " + high + " stands above max_items " + bounds.maxItems());
        }
        if (low >= high) {
            throw at("low").bad("the low mark " + low + " does not stand below the high mark " + high);
        }
        if (lowMs > highMs) {
            throw at("low_ms").bad("the low mark " + lowMs + " ms stands above the high mark " + highMs + " ms");
        }
        return new Watermarks(high, low, highMs, lowMs);
    }

    private LaneRules lanes(LaneRules base) {
        return new LaneRules(
                (int) whole("control_max_items", base.controlMaxItems(), 1, ITEMS_MAX),
                (int) whole("telemetry_max_items", base.telemetryMaxItems(), 0, ITEMS_MAX),
                (int) whole("telemetry_one_in", base.telemetryOneIn(), 1, ITEMS_MAX));
    }

    private static Strategy strategy(YamlValue value) {
        List<String> words =
                Arrays.stream(Strategy.values()).map(Strategy::spelled).toList();
        return Strategy.of(value.oneOf(words)).orElseThrow();
    }

    private static FairnessKey fairness(YamlValue value) {
        List<String> words =
                Arrays.stream(FairnessKey.values()).map(FairnessKey::spelled).toList();
        return FairnessKey.of(value.oneOf(words)).orElseThrow();
    }

    private long whole(String name, long absent, long min, long max) {
        return map.optional(name, absent, value -> value.whole(min, max));
    }

    private YamlValue at(String name) {
        return map.optional(name).orElse(map.place());
    }
}
