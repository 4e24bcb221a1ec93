package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    /** A Mermaid state diagram, edges between the same two states on one arrow; what no state minds is a note. */
    public String mermaid() {
        StringBuilder out = new StringBuilder("stateDiagram-v2\n    [*] --> " + initial + "\n");
        Set<String> everywhere = everywhere();
        arrows(everywhere)
                .forEach((ends, events) -> out.append("    ")
                        .append(ends)
                        .append(": ")
                        .append(String.join("<br/>", events))
                        .append('\n'));
        for (String state : states) {
            if (edges.stream().noneMatch(edge -> edge.from().equals(state))) {
                out.append("    ").append(state).append(" --> [*]\n");
            }
        }
        if (!everywhere.isEmpty()) {
            out.append("    note right of ")
                    .append(initial)
                    .append("\n        In every state, without a move:<br/>")
                    .append(String.join("<br/>", everywhere))
                    .append("\n    end note\n");
        }
        return out.toString();
    }

    /** The events that every state takes and none is moved by. */
    private Set<String> everywhere() {
        Set<String> events = new LinkedHashSet<>();
        edges.forEach(edge -> events.add(edge.event()));
        events.removeIf(event -> {
            List<Edge> drawn =
                    edges.stream().filter(edge -> edge.event().equals(event)).toList();
            return states.size() == 1
                    || drawn.size() != states.size()
                    || drawn.stream().anyMatch(edge -> !edge.from().equals(edge.to()));
        });
        return events;
    }

    private Map<String, List<String>> arrows(Set<String> without) {
        Map<String, List<String>> arrows = new LinkedHashMap<>();
        for (Edge edge : edges) {
            if (!without.contains(edge.event())) {
                arrows.computeIfAbsent(edge.from() + " --> " + edge.to(), ends -> new ArrayList<>())
                        .add(edge.event());
            }
        }
        return arrows;
    }

    /** State Chart XML, for tools that read it. */
    public String scxml() {
        return new ScxmlDrawing(name, initial, states, edges).text();
    }
}
