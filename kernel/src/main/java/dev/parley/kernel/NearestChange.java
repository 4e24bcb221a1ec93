package dev.parley.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the smallest change that would have made a denied request allowed: first the same action asked by someone
 * else or with other parameters, then the same request after one, two or three others. Breadth first, so what it finds is
 * nearest; bounded, so it always answers.
 */
final class NearestChange<S extends Registered, E> {
    private static final int STEPS_MAX = 4;
    private static final int DECISIONS_MAX = 20_000;

    private final Registrar<S, E> before;
    private final Request denied;
    private int decisions;

    private record Path<S extends Registered, E>(Registrar<S, E> at, List<Request> steps) {}

    NearestChange(Registrar<S, E> before, Request denied) {
        this.before = before;
        this.denied = denied;
    }

    Explanation.@Nullable Change find() {
        Request other = instead();
        return other == null ? after() : new Explanation.Change.Instead(other);
    }

    private @Nullable Request instead() {
        for (Request other : before.room().alternatives(before.view(), denied)) {
            boolean sameThing = other.action().equals(denied.action())
                    && other.target().equals(denied.target())
                    && !other.equals(denied);
            if (sameThing && isAllowed(before, other)) {
                return other;
            }
        }
        return null;
    }

    private Explanation.@Nullable Change after() {
        Deque<Path<S, E>> open = new ArrayDeque<>();
        open.add(new Path<>(before, List.of()));
        Set<Object> seen = new HashSet<>();
        while (!open.isEmpty() && decisions < DECISIONS_MAX) {
            Path<S, E> path = open.removeFirst();
            for (Request step : before.room().alternatives(path.at().view(), denied)) {
                Path<S, E> longer = walk(path, step);
                if (longer == null || !seen.add(longer.at().snapshot())) {
                    continue;
                }
                if (isAllowed(longer.at(), denied)) {
                    return new Explanation.Change.After(longer.steps());
                }
                if (longer.steps().size() < STEPS_MAX) {
                    open.addLast(longer);
                }
            }
        }
        return null;
    }

    private @Nullable Path<S, E> walk(Path<S, E> path, Request step) {
        Registrar<S, E> next = path.at().fork();
        decisions++;
        if (!next.request(step).isAllowed()) {
            return null;
        }
        List<Request> steps = new ArrayList<>(path.steps());
        steps.add(step);
        return new Path<>(next, List.copyOf(steps));
    }

    private boolean isAllowed(Registrar<S, E> at, Request request) {
        decisions++;
        return at.fork().request(request).isAllowed();
    }
}
