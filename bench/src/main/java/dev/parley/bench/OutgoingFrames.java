package dev.parley.bench;

import dev.parley.pipeline.run.PipelineRun;

/** What a session says: a frame every 20 ms from its first run on. */
final class OutgoingFrames {
    private long sequence;
    private long next = Long.MAX_VALUE;

    /** Offers the frames that are due until then, and answers when the next one is. */
    long offerDue(PipelineRun run, long nowNanos, long untilNanos) {
        if (next == Long.MAX_VALUE) {
            next = nowNanos + Delays.FRAME_NANOS;
        }
        for (; next <= untilNanos; next += Delays.FRAME_NANOS) {
            run.offer("mic", FramePipeline.event(++sequence, next), nowNanos);
        }
        return next;
    }
}
