package dev.parley.pipeline.yaml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * How large a document may become. It is counted on the flat events, before anything works on it by recursion: how deep it is,
 * and how many values it has once every alias stands for what it names. An alias within what it names has no end.
 */
public final class YamlBounds {
    /** So many values a document has, with its aliases written out. */
    public static final int VALUES_MAX = 200_000;

    private final int depthMax;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<Anchor, Size> named = new HashMap<>();
    private long values;

    /** What is wrong, and in which line, counted from 1. */
    public record Excess(int line, String reason) {}

    /** How many values something has, and how deep it is. */
    private record Size(long values, int depth) {}

    private static final class Open {
        final @Nullable Anchor anchor;
        final long before;
        int depth = 1;

        Open(@Nullable Anchor anchor, long before) {
            this.anchor = anchor;
            this.before = before;
        }
    }

    private YamlBounds(int depthMax) {
        this.depthMax = depthMax;
    }

    /** The first place at which the document is too large, or null. */
    public static @Nullable Excess in(Iterable<Event> events, int depthMax) {
        YamlBounds bounds = new YamlBounds(depthMax);
        for (Event event : events) {
            String reason = bounds.see(event);
            if (reason != null) {
                int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
                return new Excess(line, reason);
            }
        }
        return null;
    }

    private @Nullable String see(Event event) {
        switch (event) {
            case CollectionStartEvent start -> {
                open.push(new Open(start.getAnchor().orElse(null), values));
                values++;
            }
            case CollectionEndEvent _ -> ended(open.pop());
            case ScalarEvent scalar -> {
                values++;
                scalar.getAnchor().ifPresent(anchor -> named.put(anchor, new Size(1, 0)));
            }
            case AliasEvent alias -> {
                Anchor anchor = alias.getAlias();
                if (open.stream().anyMatch(each -> anchor.equals(each.anchor))) {
                    return "an alias may not be within what it names";
                }
                Size size = named.getOrDefault(anchor, new Size(1, 0));
                values += size.values();
                deepen(size.depth());
            }
            default -> {}
        }
        return excess();
    }

    private void ended(Open over) {
        if (over.anchor != null) {
            named.put(over.anchor, new Size(values - over.before, over.depth));
        }
        deepen(over.depth);
    }

    private void deepen(int by) {
        Open around = open.peek();
        if (around != null) {
            around.depth = Math.max(around.depth, by + 1);
        }
    }

    private @Nullable String excess() {
        if (values > VALUES_MAX) {
            return "more than " + VALUES_MAX + " values";
        }
        Open around = open.peek();
        int inner = around == null ? 0 : around.depth - 1;
        return open.size() + inner > depthMax ? "nested deeper than " + depthMax + " levels" : null;
    }
}
