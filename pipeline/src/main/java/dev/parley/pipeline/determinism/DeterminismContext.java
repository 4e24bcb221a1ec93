package dev.parley.pipeline.determinism;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The recorded chance and order of one turn. Each name has a stream of random numbers of its own, so a node that draws
 * more does not change what another draws.
 */
public final class DeterminismContext {
    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private final long seed;
    private final List<String> allowed;
    private final Map<String, RandomSource> streams = new TreeMap<>();
    private long marker;

    /** With the turn's seed and the kinds of input that may differ between runs, such as {@code provider.llm}. */
    public DeterminismContext(long seed, List<String> allowed) {
        this.seed = seed;
        this.allowed = List.copyOf(allowed);
    }

    /** The chance and order of another turn, with the same kinds of input that may differ. */
    public DeterminismContext of(long otherSeed) {
        return new DeterminismContext(otherSeed, allowed);
    }

    public long seed() {
        return seed;
    }

    /** The stream of random numbers with this name. */
    public RandomSource random(String name) {
        return streams.computeIfAbsent(name, key -> RandomSource.seeded(seed ^ mixed(key)));
    }

    /** The next marker of order in this turn: 1, 2, 3 and so on. */
    public long nextMarker() {
        return ++marker;
    }

    /** Whether an input that may differ between runs was declared. What is not declared may not be used. */
    public boolean allows(String input) {
        return allowed.contains(input);
    }

    /** What is recorded, so that a later run can be given the same. */
    public Json.Obj record() {
        return Json.Obj.EMPTY
                .with("seed", Long.toString(seed))
                .with("streams", Json.texts(streams.keySet()))
                .with("markers", marker)
                .with("allowed", Json.texts(allowed));
    }

    /** FNV-1a over the UTF-16 units: the same on every machine. */
    private static long mixed(String name) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
