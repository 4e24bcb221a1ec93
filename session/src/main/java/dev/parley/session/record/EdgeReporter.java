package dev.parley.session.record;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.edge.EdgeSignal;
import java.util.Locale;

/** Writes what happened at an edge into the log: pressure and drops as control, what was taken out on purpose beside it. */
public final class EdgeReporter {
    private final Recorder recorder;

    public EdgeReporter(Recorder recorder) {
        this.recorder = recorder;
    }

    public void tell(Edge<?> edge, long turn) {
        for (EdgeSignal signal : edge.drainSignals()) {
            tell(recorder, signal, turn);
        }
    }

    /** Something that was on its way to this edge was dropped because no more can wait before it. */
    public void overflowed(String edge) {
        recorder.control(
                "drop_notice",
                0,
                Json.Obj.EMPTY
                        .with("edge", edge)
                        .with("dropped_lane", "data")
                        .with("count", 1)
                        .with("cause", "OVERFLOW"));
    }

    public static void tell(Recorder recorder, EdgeSignal signal, long turn) {
        Json.Obj details = Json.Obj.EMPTY.with("edge", signal.edge());
        switch (signal) {
            case EdgeSignal.Watermark mark ->
                recorder.control(signal.name(), turn, details.with("items", mark.items()));
            case EdgeSignal.FlowXoff _, EdgeSignal.FlowXon _ -> recorder.control(signal.name(), turn, details);
            case EdgeSignal.DropNotice drop ->
                recorder.control(
                        signal.name(),
                        turn,
                        details.with("dropped_lane", drop.lane().name().toLowerCase(Locale.ROOT))
                                .with("from_sequence", drop.fromSequence())
                                .with("to_sequence", drop.toSequence())
                                .with("count", drop.count())
                                .with("cause", drop.cause().name()));
            case EdgeSignal.Discontinuity gap ->
                recorder.telemetry("edge." + signal.name(), turn, details.with("count", gap.count()));
        }
    }
}
