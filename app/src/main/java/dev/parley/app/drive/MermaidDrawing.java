package dev.parley.app.drive;

import dev.parley.kernel.MachineWalk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A Mermaid state diagram, edges between the same two states on one arrow; what no state minds is a note. */
public record MermaidDrawing(String initial, List<String> states, List<MachineWalk.Edge> edges) {
    public static MermaidDrawing of(MachineWalk walk) {
        return new MermaidDrawing(walk.initial(), walk.states(), walk.edges());
    }

    public String text() {
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
            List<MachineWalk.Edge> drawn =
                    edges.stream().filter(edge -> edge.event().equals(event)).toList();
            return states.size() == 1
                    || drawn.size() != states.size()
                    || drawn.stream().anyMatch(edge -> !edge.from().equals(edge.to()));
        });
        return events;
    }

    private Map<String, List<String>> arrows(Set<String> without) {
        Map<String, List<String>> arrows = new LinkedHashMap<>();
        for (MachineWalk.Edge edge : edges) {
            if (!without.contains(edge.event())) {
                arrows.computeIfAbsent(edge.from() + " --> " + edge.to(), ends -> new ArrayList<>())
                        .add(edge.event());
            }
        }
        return arrows;
    }
}
