package dev.parley.bench;

import dev.parley.pipeline.node.PipelineEvent;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** How long frames were inside the runtime: from their arrival, or from when they were due, to the last node. */
final class Delays {
    static final long FRAME_NANOS = 20_000_000L;
    private static final long LONGEST_MICROS = 60_000_000L;

    private final Recorder recorder = new Recorder(LONGEST_MICROS, 2);

    void frameIsOut(PipelineEvent frame) {
        recorder.recordValue(Math.clamp((System.nanoTime() - frame.arrivalNanos()) / 1_000, 0, LONGEST_MICROS));
    }

    /** What was seen since the last call. */
    Histogram take() {
        return recorder.getIntervalHistogram();
    }
}
