package dev.parley.pipeline.edge;

/**
 * How the lanes share an edge. Control has room of its own and is never lost. Telemetry has at most its share of the
 * data's room, is taken one in so many, and gives its place to data.
 */
public record LaneRules(int controlMaxItems, int telemetryMaxItems, int telemetryOneIn) {
    public static final LaneRules DEFAULT = new LaneRules(64, 16, 1);

    public LaneRules {
        if (controlMaxItems < 1 || telemetryMaxItems < 0 || telemetryOneIn < 1) {
            throw new IllegalArgumentException("control needs room, and telemetry is taken one in 1 or more");
        }
    }
}
