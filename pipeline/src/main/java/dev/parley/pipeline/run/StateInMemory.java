package dev.parley.pipeline.run;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import dev.parley.pipeline.node.StateHandle;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** State that nothing outlives, for a run that has no session around it. */
public final class StateInMemory implements StateHandle {
    private record Key(StateUse use, String name) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byUse = use.compareTo(other.use);
            return byUse == 0 ? name.compareTo(other.name) : byUse;
        }
    }

    private final Map<Key, Json> values = new TreeMap<>();

    @Override
    public Optional<Json> read(StateUse use, String key) {
        return Optional.ofNullable(values.get(new Key(use, key)));
    }

    @Override
    public void write(StateUse use, String key, Json value) {
        values.put(new Key(use, key), value);
    }
}
