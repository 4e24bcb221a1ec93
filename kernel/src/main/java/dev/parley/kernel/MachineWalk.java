package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything a machine can do, found by doing it: from its initial state, every event of its alphabet in every state
 * reached. What is drawn is therefore what runs.
 */
public final class MachineWalk {
    /** More states than this are a sign that a machine carries data into its walk; better to fail than to go on. */
    private static final int MOST_STATES = 20_000;

    private final String name;
    private final String initial;
    private final Set<String> states = new LinkedHashSet<>();
    private final Set<Edge> edges = new LinkedHashSet<>();
    private final Set<String> refused = new TreeSet<>();

    /** An edge as drawn. */
    public record Edge(String from, String event, String to) {}

    private MachineWalk(String name, String initial) {
        this.name = name;
        this.initial = initial;
    }

    public static <S, E> MachineWalk of(Machine<S, E> machine) {
        S start = machine.initial();
        MachineWalk walk = new MachineWalk(machine.name(), machine.printed(start));
        Deque<S> open = new ArrayDeque<>(List.of(start));
        Set<S> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            S state = open.removeFirst();
            walk.states.add(machine.printed(state));
            for (E event : machine.alphabet(state)) {
                S next = walk.tryOut(machine, state, event);
                if (next != null && seen.add(next)) {
                    open.addLast(next);
                }
            }
            if (seen.size() > MOST_STATES) {
                throw new IllegalStateException(walk.name + " has more than " + MOST_STATES + " states");
            }
        }
        return walk;
    }

    private <S, E> @Nullable S tryOut(Machine<S, E> machine, S state, E event) {
        return switch (machine.step(state, event)) {
            case Step.Moved<S> moved -> {
                edges.add(new Edge(machine.printed(state), machine.label(event), machine.printed(moved.next())));
                yield moved.next();
            }
            case Step.Refused<S> _ -> {
                refused.add(machine.printed(state) + " " + machine.label(event));
                yield null;
            }
        };
    }

    public String name() {
        return name;
    }

    /** The state in which the machine begins. */
    public String initial() {
        return initial;
    }

    /** In the order in which they are reached. */
    public List<String> states() {
        return List.copyOf(states);
    }

    public List<Edge> edges() {
        return List.copyOf(edges);
    }

    /** State and event, with a blank between, of every pair that was refused. */
    public Set<String> refused() {
        return refused;
    }

    /** One line about the machine. */
    public Json.Obj summary() {
        return Json.Obj.EMPTY
                .with("machine", name)
                .with("initial", initial)
                .with("states", Json.texts(states))
                .with("edges", edges.size());
    }

    public Json.Obj json() {
        List<Json> drawn = new ArrayList<>();
        for (Edge edge : edges) {
            drawn.add(Json.Obj.EMPTY
                    .with("from", edge.from())
                    .with("event", edge.event())
                    .with("to", edge.to()));
        }
        return summary().with("edges", Json.of(drawn));
    }
}
