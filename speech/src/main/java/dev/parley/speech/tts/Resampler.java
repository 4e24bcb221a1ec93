package dev.parley.speech.tts;

import java.util.Arrays;

/**
 * Makes two samples of three as they come: from 24 to 16 kHz, with a low pass at 7.6 kHz that keeps what is higher from coming back lower.
 */
public final class Resampler {
    private static final int UP = 2;
    private static final int DOWN = 3;
    private static final int REACH = 36;
    private static final double CUT = 7_600.0 / (24_000 * UP);
    private static final float[] FILTER = filter();
    private static final float FULL_SCALE = Short.MAX_VALUE;

    private float[] kept = new float[0];
    /** The place of the first kept sample, and of the next one to make. */
    private long keptFrom;

    private long made;
    private long taken;

    /** What these samples, between -1 and 1, and those before them make; a little is held back until more comes. */
    public short[] next(float[] samples) {
        int before = kept.length;
        kept = Arrays.copyOf(kept, before + samples.length);
        System.arraycopy(samples, 0, kept, before, samples.length);
        taken += samples.length;
        return until((UP * (taken - 1) - REACH) / DOWN + 1);
    }

    /** What was held back. */
    public short[] rest() {
        return until(taken * UP / DOWN);
    }

    private short[] until(long end) {
        short[] samples = new short[(int) Math.max(0, end - made)];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = sample(made * DOWN);
            made++;
        }
        int gone = Math.clamp((made * DOWN - REACH) / UP - keptFrom, 0, kept.length);
        kept = Arrays.copyOfRange(kept, gone, kept.length);
        keptFrom += gone;
        return samples;
    }

    private short sample(long centre) {
        double sum = 0;
        for (int at = -REACH; at <= REACH; at++) {
            long place = centre + at;
            long index = place / UP - keptFrom;
            if (place >= 0 && place % UP == 0 && index >= 0 && index < kept.length) {
                sum += kept[(int) index] * FILTER[at + REACH];
            }
        }
        return (short) Math.clamp(Math.round(sum * FULL_SCALE), Short.MIN_VALUE, Short.MAX_VALUE);
    }

    /** A sinc under a Hann window, twice as strong because every second place is empty. */
    private static float[] filter() {
        float[] filter = new float[2 * REACH + 1];
        for (int i = -REACH; i <= REACH; i++) {
            double sinc = i == 0 ? 2 * CUT : Math.sin(2 * Math.PI * CUT * i) / (Math.PI * i);
            filter[i + REACH] = (float) (UP * sinc * (0.5 + 0.5 * Math.cos(Math.PI * i / (REACH + 1))));
        }
        return filter;
    }
}
