package dev.parley.replay.explain;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the smallest change after which a denied request is allowed: the same thing asked otherwise, other requests
 * before it, or both; if nothing helps, the same about a subject of its own. Breadth first, so that what it finds first is
 * nearest; bounded, so that it always ends.
 */
final class NearestChange<S extends Registered, E> {
    private static final int STEPS_MAX = 8;
    private static final int DECISIONS_MAX = 20_000;
    private static final Pattern MISSING = Pattern.compile("(\\w+) is missing");

    /** What may stand for a parameter that is missing. Nobody's birthdate is made up. */
    private static final List<Json> EXAMPLES = List.of(Json.of("x"), Json.of("agent"), Json.of(1), Json.of(true));

    private final Registrar<S, E> before;
    private final Ways<S> ways;
    private final Request asked;
    private final @Nullable Request derived;
    private int decisions;

    private record Path<S extends Registered, E>(Registrar<S, E> at, List<Request> steps) {}

    /**
     * @param asked what somebody asked for in this state
     * @param derived what was denied of that which the runtime asked for because of it, or null if it was denied itself
     */
    NearestChange(Registrar<S, E> before, Request asked, @Nullable Request derived) {
        this.before = before;
        this.ways = Ways.of(before.room());
        this.asked = asked;
        this.derived = derived;
    }

    @Nullable
    Change find() {
        Change change = search(asked);
        Request anew = change == null ? ways.anew(asked) : null;
        return anew == null ? change : search(anew);
    }

    private @Nullable Change search(Request goal) {
        decisions = 0;
        Set<Object> seen = new HashSet<>();
        List<Path<S, E>> level = List.of(new Path<>(before, List.of()));
        for (int step = 0; !level.isEmpty() && decisions < DECISIONS_MAX; step++) {
            Change change = reached(level, goal);
            if (change != null || step == STEPS_MAX) {
                return change;
            }
            level = next(level, goal, step, seen);
        }
        return null;
    }

    /** The goal itself in any state of this level; then, one change further, the goal asked otherwise. */
    private @Nullable Change reached(List<Path<S, E>> level, Request goal) {
        Request unchanged = goal.equals(asked) ? null : goal;
        for (Path<S, E> path : level) {
            if (isAllowed(path.at(), goal)) {
                return new Change(path.steps(), unchanged);
            }
        }
        for (Path<S, E> path : level) {
            for (Request otherwise : otherwise(path.at(), goal)) {
                if (!otherwise.equals(goal) && isAllowed(path.at(), otherwise)) {
                    return new Change(path.steps(), otherwise);
                }
            }
        }
        return null;
    }

    /** What cannot be read may be readable with a parameter that it lacks, without one that it has, or without any. */
    private List<Request> otherwise(Registrar<S, E> at, Request goal) {
        if (!(at.room().read(goal) instanceof Reading.Malformed<E>(String reason))) {
            return ways.instead(at.view(), goal);
        }
        List<Request> all = new ArrayList<>();
        Matcher missing = MISSING.matcher(reason);
        for (Json example : missing.matches() ? EXAMPLES : List.<Json>of()) {
            Json.Obj filled = goal.parameters().with(missing.group(1), example);
            all.add(goal.instead(goal.actor(), goal.target(), goal.action(), filled));
        }
        for (String key : goal.parameters().fields().keySet()) {
            Map<String, Json> fields = new LinkedHashMap<>(goal.parameters().fields());
            fields.remove(key);
            all.add(goal.instead(goal.actor(), goal.target(), goal.action(), new Json.Obj(fields)));
        }
        all.add(goal.instead(goal.actor(), goal.target(), goal.action(), Json.Obj.EMPTY));
        all.addAll(ways.instead(at.view(), goal));
        return all;
    }

    private List<Path<S, E>> next(List<Path<S, E>> level, Request goal, int step, Set<Object> seen) {
        List<Path<S, E>> next = new ArrayList<>();
        for (Path<S, E> path : level) {
            for (Request first : ways.before(path.at().view(), goal, step)) {
                if (decisions++ >= DECISIONS_MAX) {
                    return next;
                }
                Registrar<S, E> at = path.at().fork();
                if (at.request(first).isAllowed() && seen.add(ways.place(at, goal))) {
                    List<Request> steps = new ArrayList<>(path.steps());
                    steps.add(first);
                    next.add(new Path<>(at, steps));
                }
            }
        }
        return next;
    }

    private boolean isAllowed(Registrar<S, E> at, Request request) {
        decisions++;
        Verdict<S> verdict = at.fork().request(request);
        return verdict.isAllowed()
                && (derived == null || verdict.followed().stream().anyMatch(this::isDerivedAndAllowed));
    }

    private boolean isDerivedAndAllowed(Verdict<S> followed) {
        Request request = followed.attestation().request();
        return derived != null
                && followed.isAllowed()
                && request.action().equals(derived.action())
                && request.target().equals(derived.target())
                && Objects.equals(request.machine(), derived.machine());
    }
}
