package dev.parley.pipeline.node;

import dev.parley.kernel.rune.Lane;

/**
 * An event on its way through a pipeline. The envelope that is recorded is the rune; this is the part of it that the
 * nodes need, light enough for every frame.
 *
 * @param type for example {@code audio.pcm}
 * @param sequence of the runtime, for order where streams meet
 * @param mediaMicros its place on the media line
 * @param arrivalNanos when it, or what it was made from, entered the runtime
 * @param epoch the lease epoch it belongs to
 */
public record PipelineEvent(
        String type, Lane lane, long sequence, long mediaMicros, long arrivalNanos, long epoch, Payload payload) {
    public static PipelineEvent data(
            String type, long sequence, long mediaMicros, long arrivalNanos, long epoch, Payload payload) {
        return new PipelineEvent(type, Lane.DATA, sequence, mediaMicros, arrivalNanos, epoch, payload);
    }

    /** What a node makes of this event: another type and payload, the same place in time. */
    public PipelineEvent with(String newType, Payload newPayload) {
        return new PipelineEvent(newType, lane, sequence, mediaMicros, arrivalNanos, epoch, newPayload);
    }
}
