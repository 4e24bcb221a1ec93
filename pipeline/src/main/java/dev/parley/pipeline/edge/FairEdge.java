package dev.parley.pipeline.edge;

import dev.parley.kernel.rune.Lane;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An edge that several sessions, turns or tenants share. Each key has an {@link Edge} of its own under one common bound
 * of items, and the keys are served in turn. While the common room lasts a key may use it all; when it is gone, a key
 * that uses less than its share takes the place of the newest item of the key that uses most.
 *
 * <p>Belongs to one loop.
 */
public final class FairEdge<T> {
    private final String id;
    private final BufferSpec spec;
    private final Map<String, Edge<T>> edges = new LinkedHashMap<>();
    private final List<EdgeSignal> signals = new ArrayList<>(0);

    public FairEdge(String id, BufferSpec spec) {
        if (spec.fairnessKey() == FairnessKey.NONE) {
            throw new IllegalArgumentException("a shared edge says by what its users are told apart");
        }
        this.id = id;
        this.spec = spec;
    }

    public Offered offer(String key, T item, Lane lane, int bytes, long nowNanos) {
        Edge<T> own = edges.computeIfAbsent(key, name -> new Edge<>(id + "/" + name, spec));
        if (lane == Lane.DATA && items() >= spec.bounds().maxItems()) {
            Edge<T> fullest = fullest();
            if (fullest == own || own.items(Lane.DATA) >= share()) {
                return own.refuse(nowNanos);
            }
            fullest.dropNewest();
        }
        Offered offered = own.offer(item, lane, bytes, nowNanos);
        collect(own);
        return offered;
    }

    /** The next item: control of any key first, then the keys' data in turn, then telemetry. */
    public @Nullable T poll(long nowNanos) {
        for (Lane lane : List.of(Lane.CONTROL, Lane.DATA, Lane.TELEMETRY)) {
            T item = poll(lane, nowNanos);
            if (item != null) {
                return item;
            }
        }
        return null;
    }

    public int items() {
        int items = 0;
        for (Edge<T> edge : edges.values()) {
            items += edge.items(Lane.DATA);
        }
        return items;
    }

    public int items(String key) {
        Edge<T> edge = edges.get(key);
        return edge == null ? 0 : edge.items(Lane.DATA);
    }

    public List<EdgeSignal> drainSignals() {
        edges.values().forEach(this::collect);
        List<EdgeSignal> drained = List.copyOf(signals);
        signals.clear();
        return drained;
    }

    /** A key that was served goes to the end of the line, and one that has nothing left is forgotten. */
    private @Nullable T poll(Lane lane, long nowNanos) {
        for (Iterator<Map.Entry<String, Edge<T>>> all = edges.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<String, Edge<T>> entry = all.next();
            Edge<T> edge = entry.getValue();
            T item = edge.poll(lane, nowNanos);
            if (item != null) {
                all.remove();
                collect(edge);
                if (!edge.isEmpty()) {
                    edges.put(entry.getKey(), edge);
                }
                return item;
            }
        }
        return null;
    }

    private int share() {
        return Math.max(1, spec.bounds().maxItems() / edges.size());
    }

    private Edge<T> fullest() {
        Edge<T> fullest = null;
        for (Edge<T> edge : edges.values()) {
            if (fullest == null || edge.items(Lane.DATA) > fullest.items(Lane.DATA)) {
                fullest = edge;
            }
        }
        if (fullest == null) {
            throw new IllegalStateException("a shared edge without users is not full");
        }
        return fullest;
    }

    private void collect(Edge<T> edge) {
        if (edge.hasSignals()) {
            signals.addAll(edge.drainSignals());
        }
    }
}
