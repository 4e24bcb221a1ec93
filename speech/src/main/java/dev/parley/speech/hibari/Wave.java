package dev.parley.speech.hibari;

import java.util.List;
import java.util.Random;

/**
 * Makes a wave at 24 kHz from what the network says about every 12.5 ms: how a train of pulses at the pitch of the voice is filtered, how loud
 * noise is at every frequency, and what is added to both. The noise is always the same, so that a sentence is.
 */
final class Wave {
    static final int RATE_HZ = 24_000;
    static final int BINS = Fourier1200.SIZE / 2 + 1;

    private static final int SIZE = Fourier1200.SIZE;
    private static final int HOP = 300;
    private static final int OVERLAP = SIZE / HOP;
    private static final double VOICED_HZ = 40;
    private static final double HARMONICS_HZ = 11_000;
    private static final float LOUDEST = 7;
    private static final double NEAR_A_PULSE = 2e-3;
    private static final long NOISE = 1_200;
    private static final float[] HANN = new float[SIZE];

    static {
        for (int i = 0; i < SIZE; i++) {
            HANN[i] = (float) (0.5 - 0.5 * Math.cos(2 * Math.PI * i / SIZE));
        }
    }

    private final Spectra spectra;
    private final int frames;
    private final Fourier1200 fourier = new Fourier1200();
    private final Random noise = new Random(NOISE);
    private final float[] real = new float[SIZE];
    private final float[] imaginary = new float[SIZE];

    /** What the network gives, each of the first five with a row of all frames for every frequency. */
    static final class Spectra {
        /** The logarithm of how strongly the pulses pass. */
        private final float[] filter;
        /** How far their phase is turned. */
        private final float[] turn;
        /** The logarithm of how loud noise is. */
        private final float[] breath;
        /** The logarithm of what is added, and its phase. */
        private final float[] rest;

        private final float[] restPhase;
        /** The pitch of every frame, low for none. */
        private final float[] pitchHz;

        /** @param parts the six of them in the order above */
        Spectra(List<float[]> parts) {
            this.filter = parts.get(0);
            this.turn = parts.get(1);
            this.breath = parts.get(2);
            this.rest = parts.get(3);
            this.restPhase = parts.get(4);
            this.pitchHz = parts.get(5);
        }
    }

    private Wave(Spectra spectra) {
        this.spectra = spectra;
        this.frames = spectra.pitchHz.length;
    }

    /** At {@link #RATE_HZ}. */
    static short[] of(Spectra spectra) {
        float[] made = new Wave(spectra).made();
        short[] samples = new short[made.length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) Math.clamp(Math.round(made[i] * Short.MAX_VALUE), Short.MIN_VALUE, Short.MAX_VALUE);
        }
        return samples;
    }

    private float[] made() {
        float[] pulses = pulses();
        float[] sum = new float[(frames + OVERLAP - 1) * HOP];
        float[] weight = new float[sum.length];
        for (int frame = 0; frame < frames; frame++) {
            source(pulses, frame);
            fourier.forward(real, imaginary);
            shape(frame);
            fourier.backward(real, imaginary);
            for (int i = 0; i < SIZE; i++) {
                sum[frame * HOP + i] += real[i] * HANN[i];
                weight[frame * HOP + i] += HANN[i] * HANN[i];
            }
        }
        float[] wave = new float[frames * HOP];
        for (int i = 0; i < wave.length; i++) {
            int at = i + SIZE / 2;
            wave[i] = at < sum.length ? sum[at] / Math.max(1e-11f, weight[at]) : 0;
        }
        return wave;
    }

    /** The pulses around a frame; before the first and after the last they are mirrored. */
    private void source(float[] pulses, int frame) {
        for (int i = 0; i < SIZE; i++) {
            int at = Math.abs(frame * HOP + i - SIZE / 2);
            int mirrored = at < pulses.length ? at : Math.max(0, 2 * (pulses.length - 1) - at);
            real[i] = pulses[mirrored] * HANN[i] * 4 / SIZE;
            imaginary[i] = 0;
        }
    }

    private void shape(int frame) {
        for (int bin = 0; bin < BINS; bin++) {
            int at = bin * frames + frame;
            double passed = strength(spectra.filter[at]);
            double turned = Math.PI * Math.tanh(spectra.turn[at]);
            double c = passed * Math.cos(turned);
            double s = passed * Math.sin(turned);
            double breath = strength(spectra.breath[at]);
            double rest = strength(spectra.rest[at]);
            double re = real[bin] * c - imaginary[bin] * s;
            double im = real[bin] * s + imaginary[bin] * c;
            real[bin] = (float) (re + breath * noise.nextGaussian() + rest * Math.cos(spectra.restPhase[at]));
            imaginary[bin] = (float) (im + breath * noise.nextGaussian() + rest * Math.sin(spectra.restPhase[at]));
        }
        imaginary[0] = 0;
        imaginary[BINS - 1] = 0;
        for (int bin = 1; bin < BINS - 1; bin++) {
            real[SIZE - bin] = real[bin];
            imaginary[SIZE - bin] = -imaginary[bin];
        }
    }

    private static double strength(float logarithm) {
        return Math.exp(Math.min(LOUDEST, logarithm));
    }

    /** All harmonics of the pitch below 11 kHz, equally strong; the closed form of a sum of cosines. Nothing where there is no voice. */
    private float[] pulses() {
        float[] pulses = new float[frames * HOP];
        double phase = 0;
        for (int i = 0; i < pulses.length; i++) {
            double place = (i + 0.5) / HOP - 0.5;
            int before = (int) Math.floor(place);
            double part = place - before;
            double hertz = pitch(before) * (1 - part) + pitch(before + 1) * part;
            boolean voiced = hertz > VOICED_HZ;
            hertz = Math.max(VOICED_HZ, hertz);
            phase = (phase + hertz / RATE_HZ) % 1;
            double angle = 2 * Math.PI * phase;
            double count = Math.floor(HARMONICS_HZ / hertz) + 0.5;
            double below = 2 * Math.sin(angle / 2);
            double sum = Math.abs(below) <= NEAR_A_PULSE ? count : Math.sin(count * angle) / below;
            pulses[i] = voiced ? (float) (sum - 0.5) : 0;
        }
        return pulses;
    }

    private double pitch(int frame) {
        return spectra.pitchHz[Math.clamp(frame, 0, frames - 1)];
    }
}
