package dev.parley.provider;

import dev.parley.pipeline.node.Payload;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sixteen-bit mono samples, least significant byte first, at one place of the media timeline. The bytes are shared, not
 * copied: whoever made the frame may not change them afterwards.
 */
public final class AudioFrame implements Payload {
    private final byte[] pcm;
    private final int sampleRateHz;
    private final long mediaMs;
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
