package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.graph.NodeDeclaration.Role;
import dev.parley.pipeline.spec.NodeSpec;
import dev.parley.pipeline.yaml.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes of a pipeline the one that a conversation really runs, so that its plans name every node that works and no other. A
 * conversation in writing has no sound: words come from a keyboard and go to a screen. In any other a voice detector stands
 * before the recogniser, and a judge of the end of a turn behind it, if and only if there is one.
 */
final class Fitting {
    private static final Set<String> OF_SOUND = Set.of("microphone", "vad", "stt", "end_of_turn", "tts", "playback");
    private static final String PCM = "audio.pcm";
    private static final String WORDS = "text.final";
    private static final String TEXT = "text.delta";

    private final ConversationPipeline given;
    private final GraphDefinition graph;
    private final Map<String, Vertex> nodes;
    private final Map<String, Arc> edges;

    private Fitting(ConversationPipeline given) {
        this.given = given;
        this.graph = given.graph();
        this.nodes = new LinkedHashMap<>(graph.nodes());
        this.edges = new LinkedHashMap<>(graph.edges());
    }

    /** @param has whether there is somebody who does this, by the kind of provider */
    static ConversationPipeline of(ConversationPipeline given, Held held, Predicate<String> has) {
        Fitting fitting = new Fitting(given);
        return given.with(held == Held.WRITTEN ? fitting.written() : fitting.spoken(held, has));
    }

    private GraphDefinition written() {
        Arc words = given.arc("llm_in");
        Arc text = given.arc("tts_in");
        Arc out = given.arc("tts_out");
        nodes.values().removeIf(node -> OF_SOUND.contains(node.spec().type()));
        edges.values().removeIf(arc -> !nodes.containsKey(arc.from()) || !nodes.containsKey(arc.to()));
        if (missing("keyboard")) {
            Vertex keyboard = node("keyboard");
            first(keyboard);
            edge(words.id(), keyboard.spec().id(), words.to(), WORDS, words.buffer());
        }
        if (edges.values().stream().noneMatch(arc -> isOf(arc.to(), "screen") && isFrom(arc, text.from()))) {
            String screen = nodes.keySet().stream()
                    .filter(id -> isOf(id, "screen"))
                    .findFirst()
                    .orElseGet(() -> last(node("screen")));
            edge(out.id(), text.from(), screen, TEXT, out.buffer());
        }
        String sink = nodes.values().stream()
                .filter(node -> node.declaration().role() == Role.SINK)
                .map(node -> node.spec().id())
                .findFirst()
                .orElseThrow();
        return graph.reshaped(nodes, edges, nodes.containsKey(graph.commitNode()) ? graph.commitNode() : sink);
    }

    private static boolean isFrom(Arc arc, String node) {
        return arc.from().equals(node);
    }

    private GraphDefinition spoken(Held held, Predicate<String> has) {
        boolean detects = held == Held.FRAMES && has.test("vad");
        if (detects && missing("vad")) {
            before(given.arc("stt_in"), "vad", PCM);
        } else if (!detects) {
            leaveOut("vad", held);
        }
        if (!has.test("end_of_turn")) {
            leaveOut("end_of_turn", held);
        } else if (missing("end_of_turn")) {
            before(given.arc("llm_in"), "end_of_turn", WORDS);
        }
        return graph.reshaped(nodes, edges, graph.commitNode());
    }

    private boolean missing(String type) {
        return nodes.keySet().stream().noneMatch(id -> isOf(id, type));
    }

    private boolean isOf(String id, String type) {
        Vertex node = nodes.get(id);
        return node != null && node.spec().type().equals(type);
    }

    /** A node in the middle of this edge, with a way to it that behaves like the edge. */
    private void before(Arc arc, String type, String carries) {
        Vertex added = node(type);
        Map<String, Vertex> ordered = new LinkedHashMap<>();
        nodes.forEach((id, vertex) -> {
            if (id.equals(arc.to())) {
                ordered.put(added.spec().id(), added);
            }
            ordered.put(id, vertex);
        });
        nodes.clear();
        nodes.putAll(ordered);
        edge(added.spec().id() + "_in", arc.from(), added.spec().id(), carries, arc.buffer());
        edges.put(arc.id(), new Arc(arc.id(), added.spec().id(), arc.to(), arc.carries(), arc.buffer()));
    }

    /** A node that nobody does the work of goes, unless somebody is named who should. What came to it goes on to the next one. */
    private void leaveOut(String type, Held held) {
        for (Vertex node : List.copyOf(nodes.values())) {
            boolean named = held == Held.FRAMES && !node.spec().providers().isEmpty();
            if (isOf(node.spec().id(), type) && !named) {
                bridge(node.spec().id());
            }
        }
    }

    private void bridge(String id) {
        List<Arc> into = graph.into(id);
        nodes.remove(id);
        edges.values().removeIf(arc -> arc.to().equals(id));
        for (Arc arc : graph.outOf(id)) {
            Arc source = into.stream()
                    .filter(each -> each.carries().equals(arc.carries()))
                    .findFirst()
                    .orElse(null);
            if (source == null) {
                edges.remove(arc.id());
            } else {
                edges.put(arc.id(), new Arc(arc.id(), source.from(), arc.to(), arc.carries(), arc.buffer()));
            }
        }
    }

    private void first(Vertex node) {
        Map<String, Vertex> others = new LinkedHashMap<>(nodes);
        nodes.clear();
        nodes.put(node.spec().id(), node);
        nodes.putAll(others);
    }

    private String last(Vertex node) {
        nodes.put(node.spec().id(), node);
        return node.spec().id();
    }

    private void edge(String id, String from, String to, String carries, BufferSpec buffer) {
        String free = edges.containsKey(id) ? id + "_" : id;
        edges.put(free, new Arc(free, from, to, carries, buffer));
    }

    /** A node of this type with what the pipeline says of nodes in general. */
    private Vertex node(String type) {
        String id = nodes.containsKey(type) ? type + "_" : type;
        Place place = graph.spec().place();
        NodeSpec spec = new NodeSpec(
                place,
                id,
                type,
                List.of(),
                Json.Obj.EMPTY,
                Optional.empty(),
                Optional.empty(),
                given.anyNode(),
                Optional.empty(),
                Optional.empty());
        return new Vertex(
                spec, Objects.requireNonNull(NodeCatalogue.standard().find(type).orElse(null)));
    }
}
