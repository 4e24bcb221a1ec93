package dev.parley.transport;

import dev.parley.session.media.FrameCutter;
import dev.parley.session.media.G711;
import java.util.function.Consumer;

/**
 * The voice of the person who calls: pieces of mu-law at 8 kHz enter, frames leave. What the network lost is silence, so that
 * time goes on as it was counted at the other end; and a voice after which nothing more comes is given silence too, so that
 * its turn can end.
 */
final class TwilioEar {
    /** More than this is never filled: the clock at the other end has jumped. */
    private static final long FILLED_MS_MAX = 10_000;

    /** How long nothing comes before a voice is taken to have ended, and how much silence it gets then. */
    static final long QUIET_AFTER_MS = 750;

    private static final long QUIET_MS = 1_000;

    private static final int SAMPLES_PER_MS = G711.RATE_HZ / 1000;
    private static final long NANOS_PER_MS = 1_000_000;

    private final FrameCutter cutter;
    private boolean placed;
    private long heardSamples;
    private long heardNanos;
    private volatile boolean voiced;

    /** @param frames takes each frame of 20 ms; the bytes are lent */
    TwilioEar(Consumer<byte[]> frames) {
        this.cutter = new FrameCutter(G711.RATE_HZ, 1, frames);
    }

    /** Sound that begins at this moment of the call, or where the last one ended if that is not said. */
    synchronized void hear(long timestampMs, byte[] codes, long nowNanos) {
        long at = timestampMs < 0 ? heardSamples : timestampMs * SAMPLES_PER_MS;
        if (!placed) {
            placed = true;
            heardSamples = at;
        }
        long missing = Math.min(at - heardSamples, FILLED_MS_MAX * SAMPLES_PER_MS);
        if (missing > 0) {
            silence(missing);
        }
        heardSamples = Math.max(heardSamples, at) + codes.length;
        heardNanos = nowNanos;
        byte[] pcm = new byte[2 * codes.length];
        for (int i = 0; i < codes.length; i++) {
            short sample = G711.MU_LAW.decode(codes[i]);
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        cutter.write(pcm, 0, pcm.length);
    }

    /** Whether somebody was found to speak. */
    void voiced(boolean now) {
        voiced = now;
    }

    /** Looks whether somebody who spoke was cut off. */
    synchronized void look(long nowNanos) {
        if (voiced && placed && nowNanos - heardNanos >= QUIET_AFTER_MS * NANOS_PER_MS) {
            heardNanos = nowNanos;
            heardSamples += QUIET_MS * SAMPLES_PER_MS;
            silence(QUIET_MS * SAMPLES_PER_MS);
        }
    }

    private void silence(long samples) {
        byte[] second = new byte[2 * G711.RATE_HZ];
        for (long left = 2 * samples; left > 0; left -= second.length) {
            cutter.write(second, 0, (int) Math.min(left, second.length));
        }
    }
}
