package dev.parley.speech.sphinx;

import java.util.ArrayList;
import java.util.List;

/**
 * Mel cepstra of one utterance, 100 a second, computed as the acoustic model was trained: pre-emphasis, a Hamming window of
 * 25.6 ms, 25 filters from 130 to 6800 Hz, steady noise taken out, cosine transform, lifter.
 */
final class Cepstra {
    static final int RATE_HZ = 16_000;
    static final int SIZE = 13;
    static final int STEP = RATE_HZ / 100;

    private static final int WINDOW = 410;
    private static final int FFT = 512;
    private static final int FILTERS = 25;
    private static final double LOWEST_HZ = 130;
    private static final double HIGHEST_HZ = 6_800;
    private static final int LIFTER = 22;
    private static final float EMPHASIS = 0.97f;
    private static final double LOG_FLOOR = 1e-4;

    /** The largest sample of the hiss that is added, and what part of the level of soft speech it may have. */
    private static final double HISS_MAX = 80;

    private static final double HISS_PART = 0.02;

    private static final float[] HAMMING = hamming();
    private static final float[][] FILTER = new float[FILTERS][];
    private static final int[] FILTER_FROM = new int[FILTERS];
    private static final float[][] COSINE = cosine();
    private static final Fourier FOURIER = new Fourier(FFT);

    static {
        fillFilters();
    }

    private final List<float[]> spectra = new ArrayList<>();
    private final float[] window = new float[WINDOW];
    private final float[] real = new float[FFT];
    private final float[] imaginary = new float[FFT];
    private final float hiss;
    private int filled;
    private float previous;
    private int noise = 1;

    /** @param level how loud the samples will be */
    Cepstra(NoiseLevel level) {
        this.hiss = (float) Math.min(HISS_MAX, HISS_PART * Math.sqrt(level.loud()));
    }

    /** Takes the next samples. */
    void add(short[] samples, int count) {
        for (int i = 0; i < count; i++) {
            float sample = samples[i] + nextHiss();
            window[filled++] = sample - EMPHASIS * previous;
            previous = sample;
            if (filled == WINDOW) {
                spectra.add(spectrum());
                System.arraycopy(window, STEP, window, 0, WINDOW - STEP);
                filled = WINDOW - STEP;
            }
        }
    }

    /**
     * The hiss of a quiet room, so far below the speech that it hides no "f". The model was trained with microphones, and has
     * never heard the perfect silence of computed speech between its sounds and between its partials: it takes that for something
     * strange.
     */
    private float nextHiss() {
        noise = noise * 1_103_515_245 + 12_345;
        return hiss * (noise >> 16) / Short.MAX_VALUE;
    }

    boolean isEmpty() {
        return spectra.isEmpty();
    }

    /** The cepstra of all samples that came; asked for once, after the last of them. */
    List<float[]> frames() {
        MelDenoiser.clean(spectra);
        return spectra.stream().map(Cepstra::transformed).toList();
    }

    private float[] spectrum() {
        for (int i = 0; i < WINDOW; i++) {
            real[i] = window[i] * HAMMING[i];
        }
        java.util.Arrays.fill(real, WINDOW, FFT, 0);
        java.util.Arrays.fill(imaginary, 0);
        FOURIER.transform(real, imaginary);
        float[] mel = new float[FILTERS];
        for (int f = 0; f < FILTERS; f++) {
            double sum = 0;
            float[] filter = FILTER[f];
            int from = FILTER_FROM[f];
            for (int i = 0; i < filter.length; i++) {
                int bin = from + i;
                sum += filter[i] * (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]);
            }
            mel[f] = (float) sum;
        }
        return mel;
    }

    private static float[] transformed(float[] mel) {
        float[] log = new float[FILTERS];
        for (int f = 0; f < FILTERS; f++) {
            log[f] = (float) Math.log(mel[f] + LOG_FLOOR);
        }
        float[] cepstrum = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            float sum = 0;
            for (int f = 0; f < FILTERS; f++) {
                sum += log[f] * COSINE[i][f];
            }
            cepstrum[i] = sum;
        }
        return cepstrum;
    }

    private static float[] hamming() {
        float[] window = new float[WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            window[i] = (float) (0.54 - 0.46 * Math.cos(2 * Math.PI * i / (WINDOW - 1)));
        }
        return window;
    }

    /** The cosine transform with its lifter. */
    private static float[][] cosine() {
        float[][] table = new float[SIZE][FILTERS];
        for (int i = 0; i < SIZE; i++) {
            double scale = i == 0 ? Math.sqrt(1.0 / FILTERS) : Math.sqrt(2.0 / FILTERS);
            double lifter = 1 + LIFTER / 2.0 * Math.sin(i * Math.PI / LIFTER);
            for (int f = 0; f < FILTERS; f++) {
                table[i][f] = (float) (scale * lifter * Math.cos(Math.PI * i * (f + 0.5) / FILTERS));
            }
        }
        return table;
    }

    private static void fillFilters() {
        double binHz = (double) RATE_HZ / FFT;
        double lowest = mel(LOWEST_HZ);
        double width = (mel(HIGHEST_HZ) - lowest) / (FILTERS + 1);
        for (int f = 0; f < FILTERS; f++) {
            double left = Math.round(hertz(lowest + f * width) / binHz) * binHz;
            double centre = Math.round(hertz(lowest + (f + 1) * width) / binHz) * binHz;
            double right = Math.round(hertz(lowest + (f + 2) * width) / binHz) * binHz;
            int from = (int) Math.round(left / binHz);
            int to = (int) Math.round(right / binHz);
            FILTER_FROM[f] = from;
            FILTER[f] = new float[to - from + 1];
            for (int bin = from; bin <= to; bin++) {
                double rising = (bin * binHz - left) / (centre - left);
                double falling = (right - bin * binHz) / (right - centre);
                FILTER[f][bin - from] = (float) (Math.min(rising, falling) * 2 / (right - left));
            }
        }
    }

    private static double mel(double hertz) {
        return 2595 * Math.log10(1 + hertz / 700);
    }

    private static double hertz(double mel) {
        return 700 * (Math.pow(10, mel / 2595) - 1);
    }
}
