package dev.parley.pipeline.spec;

import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.yaml.Place;
import java.util.Optional;

/** An edge as the specification asks for it. What it carries may be left out where only one event type fits. */
public record EdgeSpec(Place place, String id, String from, String to, Optional<String> carries, BufferSpec buffer) {
    /** The same edge with another buffer. */
    public EdgeSpec with(BufferSpec other) {
        return new EdgeSpec(place, id, from, to, carries, other);
    }
}
