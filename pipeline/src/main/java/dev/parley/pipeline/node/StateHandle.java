package dev.parley.pipeline.node;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import java.util.Optional;

/**
 * A node's access to state, by class: turn-ephemeral state ends with the turn, hot state may vanish at any handover,
 * durable state survives. A class that the node did not declare cannot be touched.
 */
public interface StateHandle {
    Optional<Json> read(StateUse use, String key);

    void write(StateUse use, String key, Json value);
}
