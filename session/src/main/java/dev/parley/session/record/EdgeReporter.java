package dev.parley.session.record;

import dev.parley.kernel.event.ControlEvents.FlowPaused;
import dev.parley.kernel.event.ControlEvents.FlowResumed;
import dev.parley.kernel.event.ControlEvents.ItemsDropped;
import dev.parley.kernel.event.ControlEvents.WatermarkReached;
import dev.parley.kernel.event.PipelineEvents.EdgeFlushed;
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
        recorder.write(new ItemsDropped(edge, "data", null, null, 1, "OVERFLOW"), 0);
    }

    public static void tell(Recorder recorder, EdgeSignal signal, long turn) {
        switch (signal) {
            case EdgeSignal.Watermark mark -> recorder.write(new WatermarkReached(mark.edge(), mark.items()), turn);
            case EdgeSignal.FlowXoff(String edge) -> recorder.write(new FlowPaused(edge), turn);
            case EdgeSignal.FlowXon(String edge) -> recorder.write(new FlowResumed(edge), turn);
            case EdgeSignal.DropNotice drop -> recorder.write(dropped(drop), turn);
            case EdgeSignal.Discontinuity gap -> recorder.offer(new EdgeFlushed(gap.edge(), gap.count()), turn);
        }
    }

    private static ItemsDropped dropped(EdgeSignal.DropNotice drop) {
        return new ItemsDropped(
                drop.edge(),
                drop.lane().name().toLowerCase(Locale.ROOT),
                drop.fromSequence(),
                drop.toSequence(),
                drop.count(),
                drop.cause().name());
    }
}
