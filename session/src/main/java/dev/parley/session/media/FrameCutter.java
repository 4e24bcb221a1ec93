package dev.parley.session.media;

import dev.parley.provider.Resampler;
import java.util.function.Consumer;

/**
 * The edge where foreign sound becomes frames: 16-bit samples of any rate, any number of channels and in pieces of any size
 * enter, frames of 20 ms leave. Channels are mixed.
 */
public final class FrameCutter {
    private final int channels;
    private final boolean isPlain;
    private final Resampler resampler;
    private final Consumer<byte[]> frames;
    private final byte[] frame = new byte[Frame.BYTES];
    private final byte[] partial;
    private int partialBytes;
    private int filled;

    /** @param frames takes each frame; the bytes are lent */
    public FrameCutter(int rateHz, int channels, Consumer<byte[]> frames) {
        this.channels = channels;
        this.isPlain = channels == 1 && rateHz == Frame.RATE_HZ;
        this.resampler = new Resampler(rateHz, Frame.RATE_HZ);
        this.frames = frames;
        this.partial = new byte[2 * channels];
    }

    /** The next piece of sound, least significant byte first. It may end in the middle of a sample. */
    public void write(byte[] pcm, int offset, int length) {
        if (isPlain && partialBytes == 0 && length % 2 == 0) {
            copy(pcm, offset, length);
            return;
        }
        int at = offset;
        int end = offset + length;
        short[] mono = new short[(partialBytes + length) / partial.length];
        for (int i = 0; i < mono.length; i++) {
            while (partialBytes < partial.length) {
                partial[partialBytes++] = pcm[at++];
            }
            partialBytes = 0;
            mono[i] = mixed();
        }
        while (at < end) {
            partial[partialBytes++] = pcm[at++];
        }
        cut(resampler.take(mono));
    }

    /** Samples that are as they have to be already. */
    private void copy(byte[] pcm, int offset, int length) {
        for (int at = offset; at < offset + length; ) {
            int fits = Math.min(Frame.BYTES - filled, offset + length - at);
            System.arraycopy(pcm, at, frame, filled, fits);
            at += fits;
            filled += fits;
            if (filled == Frame.BYTES) {
                filled = 0;
                frames.accept(frame);
            }
        }
    }

    private short mixed() {
        int sum = 0;
        for (int i = 0; i < partial.length; i += 2) {
            sum += (short) ((partial[i] & 0xff) | partial[i + 1] << 8);
        }
        return (short) (sum / channels);
    }

    /** No more comes; the last frame is filled up with silence. */
    public void finish() {
        cut(resampler.finish());
        if (filled > 0) {
            cut(new short[(Frame.BYTES - filled) / 2]);
        }
    }

    private void cut(short[] samples) {
        for (short sample : samples) {
            frame[filled++] = (byte) sample;
            frame[filled++] = (byte) (sample >> 8);
            if (filled == Frame.BYTES) {
                filled = 0;
                frames.accept(frame);
            }
        }
    }
}
