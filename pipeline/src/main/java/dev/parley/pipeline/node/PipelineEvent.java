package dev.parley.pipeline.node;

import dev.parley.kernel.rune.Lane;

/**
 * An event on its way through a pipeline. The envelope that is recorded is the rune; this is the part of it that the
 * nodes need, light enough for every frame.
 */
public interface PipelineEvent {
    /** For example {@code audio.pcm}. */
    String type();

    Lane lane();

    /** The number that the runtime gave it, for order where streams meet. */
    long sequence();

    /** Its place on the media line. */
    long mediaMicros();

    /** When it, or what it was made from, entered the runtime. */
    long arrivalNanos();

    /** The lease epoch it belongs to. */
    long epoch();

    Payload payload();

    static PipelineEvent data(
            String type, long sequence, long mediaMicros, long arrivalNanos, long epoch, Payload payload) {
        return new Made(type, Lane.DATA, sequence, mediaMicros, arrivalNanos, epoch, payload);
    }

    /** What a node makes of this event: another type and payload, the same place in time. */
    default PipelineEvent with(String newType, Payload newPayload) {
        return new Made(newType, lane(), sequence(), mediaMicros(), arrivalNanos(), epoch(), newPayload);
    }

    /** An event that nobody changes any more. */
    record Made(String type, Lane lane, long sequence, long mediaMicros, long arrivalNanos, long epoch, Payload payload)
            implements PipelineEvent {}
}
