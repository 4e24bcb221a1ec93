package dev.parley.pipeline.graph;

import java.util.List;
import java.util.Optional;

/**
 * What a type of node says about itself before it may stand in a graph.
 *
 * @param cancelWithinMs how soon after a cancel it has stopped
 * @param buffersOutput whether it holds or makes output over time; such a node must have the preemption hooks
 * @param provider the kind of provider it needs, if any
 */
public record NodeDeclaration(
        String type,
        Role role,
        List<String> accepts,
        List<String> emits,
        Streaming streaming,
        Cancel cancel,
        long cancelWithinMs,
        List<Resource> resources,
        List<StateUse> state,
        boolean buffersOutput,
        Optional<String> provider) {

    /** Where in a graph it can stand. */
    public enum Role {
        SOURCE,
        PROCESSOR,
        SINK
    }

    /** Whether it answers piece by piece or once. */
    public enum Streaming {
        INCREMENTAL,
        FINAL
    }

    /** Whether it can be stopped from outside or stops by itself when told. */
    public enum Cancel {
        PREEMPTIBLE,
        COOPERATIVE
    }

    /** What it mainly uses. */
    public enum Resource {
        CPU,
        GPU,
        NETWORK
    }

    /** Which classes of state it touches. */
    public enum StateUse {
        TURN_EPHEMERAL,
        SESSION_HOT,
        SESSION_DURABLE
    }

    public NodeDeclaration {
        accepts = List.copyOf(accepts);
        emits = List.copyOf(emits);
        resources = List.copyOf(resources);
        state = List.copyOf(state);
        if ((role == Role.SOURCE) != accepts.isEmpty() || (role == Role.SINK) != emits.isEmpty()) {
            throw new IllegalArgumentException("a source accepts nothing, a sink emits nothing, others do both");
        }
        if (cancelWithinMs < 0) {
            throw new IllegalArgumentException("a node declares how soon it stops");
        }
    }
}
