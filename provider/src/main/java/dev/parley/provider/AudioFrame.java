package dev.parley.provider;

import dev.parley.pipeline.node.Payload;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sixteen-bit mono samples, least significant byte first, at one place of the media timeline. A frame that is fed to a call
 * is lent: its owner uses it again as soon as the call has looked at it, so whoever keeps it keeps a {@link #copy}. A frame
 * that comes out of a call belongs to whoever gets it.
 */
public final class AudioFrame implements Payload {
    private final byte[] pcm;
    private final int sampleRateHz;
    private long mediaMs;
    private final int durationMs;

    public AudioFrame(byte[] pcm, int sampleRateHz, long mediaMs, int durationMs) {
        this.pcm = pcm;
        this.sampleRateHz = sampleRateHz;
        this.mediaMs = mediaMs;
        this.durationMs = durationMs;
    }

    /** Silence of this length. */
    public static AudioFrame silence(int sampleRateHz, long mediaMs, int durationMs) {
        int bytes = Math.toIntExact(2L * sampleRateHz * durationMs / 1000);
        return new AudioFrame(new byte[bytes], sampleRateHz, mediaMs, durationMs);
    }

    /** For the owner of a frame that is used again: it lies here from now on. */
    public void moveTo(long newMediaMs) {
        mediaMs = newMediaMs;
    }

    /** The same for good. */
    public AudioFrame copy() {
        return new AudioFrame(pcm.clone(), sampleRateHz, mediaMs, durationMs);
    }

    /** The samples; for reading only. */
    public byte[] pcm() {
        return pcm;
    }

    @Override
    public int bytes() {
        return pcm.length;
    }

    public int sampleRateHz() {
        return sampleRateHz;
    }

    public long mediaMs() {
        return mediaMs;
    }

    public int durationMs() {
        return durationMs;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AudioFrame frame
                && sampleRateHz == frame.sampleRateHz
                && mediaMs == frame.mediaMs
                && durationMs == frame.durationMs
                && Arrays.equals(pcm, frame.pcm);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(pcm) + Long.hashCode(mediaMs);
    }

    @Override
    public String toString() {
        return pcm.length + " bytes at " + sampleRateHz + " Hz, " + durationMs + " ms from " + mediaMs + " ms";
    }
}
