package dev.parley.pipeline.graph;

import dev.parley.pipeline.graph.NodeDeclaration.Cancel;
import dev.parley.pipeline.graph.NodeDeclaration.Resource;
import dev.parley.pipeline.graph.NodeDeclaration.Role;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import dev.parley.pipeline.graph.NodeDeclaration.Streaming;
import dev.parley.pipeline.spec.ExternalSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The types of node that a specification can name. */
public final class NodeCatalogue {
    /** The type whose declaration stands in the specification itself, because the node lives in another process. */
    public static final String EXTERNAL = "external";

    private final Map<String, NodeDeclaration> types;

    private NodeCatalogue(Map<String, NodeDeclaration> types) {
        this.types = Collections.unmodifiableMap(new TreeMap<>(types));
    }

    public static NodeCatalogue of(List<NodeDeclaration> declarations) {
        Map<String, NodeDeclaration> types = new TreeMap<>();
        for (NodeDeclaration declaration : declarations) {
            if (types.put(declaration.type(), declaration) != null) {
                throw new IllegalArgumentException("declared twice: " + declaration.type());
            }
        }
        return new NodeCatalogue(types);
    }

    /** The types of a conversation by voice and text. */
    public static NodeCatalogue standard() {
        return of(List.of(
                source("microphone", "audio.pcm"),
                source("keyboard", "text.final"),
                provider("vad", "vad", List.of("audio.pcm"), List.of("audio.pcm", "voice.activity"), Resource.CPU),
                provider(
                        "stt",
                        "stt",
                        List.of("audio.pcm", "voice.activity"),
                        List.of("text.partial", "text.final"),
                        Resource.NETWORK),
                provider("end_of_turn", "end_of_turn", List.of("text.final"), List.of("text.final"), Resource.CPU),
                provider("llm", "llm", List.of("text.final"), List.of("text.delta"), Resource.NETWORK),
                provider(
                        "tts", "tts", List.of("text.delta"), List.of("audio.speech", "text.caption"), Resource.NETWORK),
                transform("gain", "audio.pcm"),
                transform("denoise", "audio.pcm"),
                transform("redact", "text.final"),
                sink("playback", List.of("audio.speech", "text.caption")),
                sink("screen", List.of("text.partial", "text.final", "text.delta", "text.caption"))));
    }

    /** This catalogue with more types. */
    public NodeCatalogue with(List<NodeDeclaration> more) {
        List<NodeDeclaration> all = new ArrayList<>(types.values());
        all.addAll(more);
        return of(all);
    }

    public Optional<NodeDeclaration> find(String type) {
        return Optional.ofNullable(types.get(type));
    }

    public List<String> names() {
        return List.copyOf(types.keySet());
    }

    /** What a node in another process is trusted to be: stopped from outside, no state of the session. */
    static NodeDeclaration external(ExternalSpec spec) {
        return new NodeDeclaration(
                EXTERNAL,
                Role.PROCESSOR,
                spec.accepts(),
                spec.emits(),
                Streaming.INCREMENTAL,
                Cancel.PREEMPTIBLE,
                spec.cancelWithinMs(),
                List.of(Resource.CPU),
                List.of(),
                true,
                Optional.empty());
    }

    private static NodeDeclaration source(String type, String emits) {
        return new NodeDeclaration(
                type,
                Role.SOURCE,
                List.of(),
                List.of(emits),
                Streaming.INCREMENTAL,
                Cancel.PREEMPTIBLE,
                0,
                List.of(Resource.CPU),
                List.of(),
                false,
                Optional.empty());
    }

    private static NodeDeclaration transform(String type, String carries) {
        return new NodeDeclaration(
                type,
                Role.PROCESSOR,
                List.of(carries),
                List.of(carries),
                Streaming.INCREMENTAL,
                Cancel.COOPERATIVE,
                20,
                List.of(Resource.CPU),
                List.of(StateUse.TURN_EPHEMERAL),
                false,
                Optional.empty());
    }

    private static NodeDeclaration provider(
            String type, String kind, List<String> accepts, List<String> emits, Resource resource) {
        return new NodeDeclaration(
                type,
                Role.PROCESSOR,
                accepts,
                emits,
                Streaming.INCREMENTAL,
                Cancel.PREEMPTIBLE,
                150,
                List.of(resource),
                List.of(StateUse.TURN_EPHEMERAL, StateUse.SESSION_HOT),
                true,
                Optional.of(kind));
    }

    private static NodeDeclaration sink(String type, List<String> accepts) {
        return new NodeDeclaration(
                type,
                Role.SINK,
                accepts,
                List.of(),
                Streaming.INCREMENTAL,
                Cancel.PREEMPTIBLE,
                20,
                List.of(Resource.CPU),
                List.of(StateUse.TURN_EPHEMERAL),
                true,
                Optional.empty());
    }
}
