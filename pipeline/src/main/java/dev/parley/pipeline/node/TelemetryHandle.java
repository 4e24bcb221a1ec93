package dev.parley.pipeline.node;

/** Measurements, given away without waiting and lost first under pressure. */
@FunctionalInterface
public interface TelemetryHandle {
    void measure(String name, long value);
}
