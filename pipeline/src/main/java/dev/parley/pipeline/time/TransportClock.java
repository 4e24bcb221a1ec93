package dev.parley.pipeline.time;

/**
 * Maps the timestamps of one incoming stream to the session's media time. Timestamps count samples and may wrap at 32
 * bits, as RTP's do. The first frame is placed at its arrival; each later one where its timestamp says, so the jitter of
 * the network does not reach the media line. A jump larger than the tolerance is a discontinuity and places the stream
 * anew, never before what was already placed.
 */
public final class TransportClock {
    private static final long WRAP = 1L << 32;

    private final int sampleRateHz;
    private final long toleranceMicros;
    private boolean anchored;
    private long anchorMicros;
    private long anchorSamples;
    private long lastSamples;
    private long lastMicros;

    public TransportClock(int sampleRateHz, long toleranceMs) {
        if (sampleRateHz < 1 || toleranceMs < 1) {
            throw new IllegalArgumentException("a stream has a sample rate and a tolerance");
        }
        this.sampleRateHz = sampleRateHz;
        this.toleranceMicros = toleranceMs * 1_000;
    }

    /** How a frame lies in its stream. */
    public enum Order {
        IN_ORDER,
        /** Before a frame that was already placed. */
        LATE,
        /** At the place of the frame before it. */
        DUPLICATE,
        /** After a jump; the stream was placed anew. */
        DISCONTINUITY
    }

    /**
     * A frame's place.
     *
     * @param jitterMicros how much later (or, below zero, earlier) than its place it arrived
     */
    public record Mapped(long mediaMicros, long jitterMicros, Order order) {}

    /** Places a frame that arrived at this time of the session. */
    public Mapped map(long timestamp, long arrivalMicros) {
        if (!anchored) {
            return anchor(timestamp, arrivalMicros, Order.IN_ORDER);
        }
        long samples = unwrap(timestamp);
        long media = anchorMicros + (samples - anchorSamples) * 1_000_000 / sampleRateHz;
        long jitter = arrivalMicros - media;
        if (Math.abs(jitter) > toleranceMicros) {
            return anchor(timestamp, Math.max(arrivalMicros, lastMicros), Order.DISCONTINUITY);
        }
        if (samples == lastSamples) {
            return new Mapped(media, jitter, Order.DUPLICATE);
        }
        if (samples < lastSamples) {
            return new Mapped(media, jitter, Order.LATE);
        }
        lastSamples = samples;
        lastMicros = media;
        return new Mapped(media, jitter, Order.IN_ORDER);
    }

    private Mapped anchor(long timestamp, long micros, Order order) {
        anchored = true;
        anchorMicros = micros;
        anchorSamples = timestamp;
        lastSamples = timestamp;
        lastMicros = micros;
        return new Mapped(micros, 0, order);
    }

    /** The count nearest to the last one that has this timestamp in its low 32 bits. */
    private long unwrap(long timestamp) {
        long distance = Math.floorMod(timestamp - lastSamples, WRAP);
        return lastSamples + (distance < WRAP / 2 ? distance : distance - WRAP);
    }
}
