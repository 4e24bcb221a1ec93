package dev.parley.app;

import dev.parley.kernel.MachineWalk;
import dev.parley.kernel.MachineWalk.Edge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A machine as people like to look at it, in Mermaid: one arrow between two states, short labels, a note in place of many
 * arrows to one state, and two drawings where one would be too wide to read. What moves nothing is not drawn;
 * {@link #stays} tells it.
 */
final class MachineDrawing {
    private static final String EVERY = "every state";
    private static final int ARROWS_MAX = 20;
    private static final int MANY = 3;
    private static final int LABEL_CHARS = 18;
    private static final int NOTE_CHARS = 28;
    private static final Pattern CONDITION = Pattern.compile(" \\([^)]*\\)");

    private final MachineWalk walk;
    private final List<Edge> moves;
    private final boolean isBusy;

    MachineDrawing(MachineWalk walk) {
        this.walk = walk;
        this.moves = walk.edges().stream()
                .filter(edge -> !edge.from().equals(edge.to()))
                .toList();
        Set<String> arrows = new LinkedHashSet<>();
        moves.forEach(move -> arrows.add(move.from() + " " + move.to()));
        this.isBusy = arrows.size() > ARROWS_MAX;
    }

    /** One drawing, or the ways on and the ways back. */
    List<String> drawings() {
        if (!isBusy) {
            return List.of(drawing(move -> true, true));
        }
        List<String> order = walk.states();
        Predicate<Edge> on = move -> order.indexOf(move.to()) > order.indexOf(move.from());
        return List.of(drawing(on, true), drawing(on.negate(), false));
    }

    /** The events that a state takes without leaving it; those that every state takes so come first, by themselves. */
    Map<String, List<String>> stays() {
        Map<String, Set<String>> byEvent = new LinkedHashMap<>();
        walk.edges().stream()
                .filter(edge -> edge.from().equals(edge.to()))
                .forEach(edge -> byEvent.computeIfAbsent(edge.event(), event -> new LinkedHashSet<>())
                        .add(edge.from()));
        Map<String, List<String>> stays = new LinkedHashMap<>();
        for (String state : walk.states()) {
            byEvent.forEach((event, states) -> {
                boolean everywhere = states.size() == walk.states().size() && states.size() > 1;
                List<String> events = stays.computeIfAbsent(everywhere ? EVERY : state, each -> new ArrayList<>());
                if (states.contains(state) && !events.contains(event)) {
                    events.add(event);
                }
            });
        }
        stays.values().removeIf(List::isEmpty);
        return stays;
    }

    /** Whether {@link #fromMany} tells what the drawings leave out; otherwise their notes do. */
    boolean isBusy() {
        return isBusy;
    }

    /** Moves to one state from many, as from where, by which events and where to. */
    List<List<String>> fromMany() {
        List<List<String>> rows = new ArrayList<>();
        found().forEach((state, byOrigin) ->
                byOrigin.forEach((origin, events) -> rows.add(List.of(origin, String.join("`, `", events), state))));
        return rows;
    }

    private String drawing(Predicate<Edge> shown, boolean withEnds) {
        StringBuilder out = new StringBuilder("stateDiagram-v2\n");
        if (withEnds) {
            out.append("    [*] --> ").append(walk.initial()).append('\n');
        }
        arrows(shown)
                .forEach((ends, events) -> out.append("    ")
                        .append(ends)
                        .append(": ")
                        .append(String.join("<br/>", wrapped(events, LABEL_CHARS)))
                        .append('\n'));
        if (withEnds) {
            finals().forEach(state -> out.append("    ").append(state).append(" --> [*]\n"));
        }
        if (withEnds && !isBusy) {
            notes().forEach((state, lines) -> out.append("    note right of ")
                    .append(state)
                    .append("\n        ")
                    .append(String.join("<br/>", lines))
                    .append("\n    end note\n"));
        }
        return out.toString();
    }

    private List<String> finals() {
        List<String> left = moves.stream().map(Edge::from).toList();
        return walk.states().stream().filter(state -> !left.contains(state)).toList();
    }

    private Map<String, List<String>> arrows(Predicate<Edge> shown) {
        Map<String, List<String>> arrows = new LinkedHashMap<>();
        for (Edge move : moves) {
            if (shown.test(move) && !isFromMany(move)) {
                arrows.computeIfAbsent(move.from() + " --> " + move.to(), ends -> new ArrayList<>())
                        .add(move.event());
            }
        }
        return arrows;
    }

    private List<String> sources(Edge move) {
        return moves.stream()
                .filter(other ->
                        other.event().equals(move.event()) && other.to().equals(move.to()))
                .map(Edge::from)
                .distinct()
                .toList();
    }

    private boolean isFromMany(Edge move) {
        int sources = sources(move).size();
        return sources >= MANY && (isBusy || sources >= walk.states().size() - 2);
    }

    /** By state, from where many arrows would lead to it, by which events. */
    private Map<String, Map<String, List<String>>> found() {
        Map<String, Map<String, List<String>>> found = new LinkedHashMap<>();
        for (Edge move : moves) {
            if (isFromMany(move)) {
                List<String> events = found.computeIfAbsent(move.to(), state -> new LinkedHashMap<>())
                        .computeIfAbsent(origin(move), from -> new ArrayList<>());
                if (!events.contains(move.event())) {
                    events.add(move.event());
                }
            }
        }
        return found;
    }

    /** By state, what is written beside it. */
    private Map<String, List<String>> notes() {
        Map<String, List<String>> notes = new LinkedHashMap<>();
        found().forEach((state, byOrigin) -> byOrigin.forEach((origin, events) -> {
            List<String> lines = notes.computeIfAbsent(state, each -> new ArrayList<>());
            lines.addAll(wrap("From " + origin + ":", NOTE_CHARS));
            lines.addAll(wrapped(events, NOTE_CHARS));
        }));
        return notes;
    }

    private String origin(Edge move) {
        List<String> sources = sources(move);
        List<String> missing = walk.states().stream()
                .filter(state -> !state.equals(move.to()) && !sources.contains(state))
                .toList();
        if (missing.isEmpty()) {
            return "every other state";
        }
        return missing.size() == 1 ? "every state but " + missing.getFirst() : String.join(", ", sources);
    }

    /** The events as they are written on an arrow; one that a more general one covers is left out. */
    private static List<String> wrapped(List<String> events, int chars) {
        List<String> lines = new ArrayList<>();
        for (String event : events) {
            String general = CONDITION.matcher(event).replaceAll("");
            if (general.equals(event) || !events.contains(general)) {
                lines.addAll(wrap(event.replace("Packet", ""), chars));
            }
        }
        return lines;
    }

    private static List<String> wrap(String text, int chars) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > chars) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
