package dev.parley.session.media;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.node.Payload;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.provider.AudioFrame;

/** Twenty milliseconds of sound on their way through the plane. Pooled: it belongs to one place at a time. */
public final class Frame implements PipelineEvent, Payload {
    public static final int RATE_HZ = 16_000;
    public static final int MS = 20;
    public static final int BYTES = 2 * RATE_HZ * MS / 1000;
    public static final String HEARD = "audio.pcm";
    public static final String SPOKEN = "audio.speech";

    private static final long MICROS_PER_MS = 1_000;

    final byte[] pcm = new byte[BYTES];
    final AudioFrame lent = new AudioFrame(pcm, RATE_HZ, 0, MS);
    String type = HEARD;
    long sequence;
    long mediaMicros;
    long arrivalNanos;
    long epoch;
    Voiced voiced = Voiced.DETECTED;

    /** Who says whether this is a voice. */
    public enum Voiced {
        /** The voice detector. */
        DETECTED,
        /** The far end: it is a voice, and more of it follows. */
        GIVEN,
        /** The far end: it is a voice, and the last of it. */
        LAST
    }

    Frame() {}

    /** Puts the frame at its place on the media line. */
    void place(String newType, long newSequence, long newMediaMicros, long newEpoch) {
        type = newType;
        sequence = newSequence;
        mediaMicros = newMediaMicros;
        epoch = newEpoch;
        lent.moveTo(newMediaMicros / MICROS_PER_MS);
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public Lane lane() {
        return Lane.DATA;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public long mediaMicros() {
        return mediaMicros;
    }

    @Override
    public long arrivalNanos() {
        return arrivalNanos;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public Payload payload() {
        return this;
    }

    @Override
    public int bytes() {
        return BYTES;
    }
}
