package dev.parley.speech.turn;

/**
 * What the model sees of a sound: eight seconds at 16 kHz as 80 mel bands in 800 steps, logarithms, in the manner of Whisper. What
 * is shorter has silence in front.
 */
final class LogMel {
    static final int BANDS = 80;
    static final int STEPS = 800;
    static final int SAMPLES = 128_000;

    private static final int WINDOW = 400;
    private static final int HOP = 160;
    private static final int BINS = WINDOW / 2 + 1;
    private static final double MEL_FLOOR = 1e-10;
    private static final double DYNAMIC = 8;
    private static final double VARIANCE_FLOOR = 1e-7;

    /** A transform of 400 is sixteen transforms of 25, put together. */
    private static final int PARTS = 16;

    private static final int PART = WINDOW / PARTS;

    private static final double[] HANN = new double[WINDOW];
    private static final double[] COSINE = new double[WINDOW];
    private static final double[] SINE = new double[WINDOW];
    private static final double[][] FILTERS = new double[BANDS][BINS];

    static {
        for (int i = 0; i < WINDOW; i++) {
            HANN[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / WINDOW);
            COSINE[i] = Math.cos(2 * Math.PI * i / WINDOW);
            SINE[i] = -Math.sin(2 * Math.PI * i / WINDOW);
        }
        fillFilters();
    }

    private final double[] framed = new double[WINDOW];
    private final double[] partReal = new double[WINDOW];
    private final double[] partImaginary = new double[WINDOW];
    private final double[] power = new double[BINS];

    /** The features band by band. */
    float[] of(float[] sound) {
        float[] samples = normalised(sound);
        double[] log = new double[BANDS * STEPS];
        double highest = Double.NEGATIVE_INFINITY;
        for (int step = 0; step < STEPS; step++) {
            spectrum(samples, step * HOP - WINDOW / 2);
            for (int band = 0; band < BANDS; band++) {
                double sum = 0;
                for (int bin = 0; bin < BINS; bin++) {
                    sum += FILTERS[band][bin] * power[bin];
                }
                double value = Math.log10(Math.max(MEL_FLOOR, sum));
                log[band * STEPS + step] = value;
                highest = Math.max(highest, value);
            }
        }
        float[] features = new float[log.length];
        for (int i = 0; i < log.length; i++) {
            features[i] = (float) ((Math.max(log[i], highest - DYNAMIC) + 4) / 4);
        }
        return features;
    }

    /** The last eight seconds with mean zero and variance one, silence included. */
    private static float[] normalised(float[] sound) {
        float[] samples = new float[SAMPLES];
        int count = Math.min(SAMPLES, sound.length);
        System.arraycopy(sound, sound.length - count, samples, SAMPLES - count, count);
        double sum = 0;
        double squares = 0;
        for (float sample : samples) {
            sum += sample;
            squares += (double) sample * sample;
        }
        double mean = sum / SAMPLES;
        double scale = 1 / Math.sqrt(squares / SAMPLES - mean * mean + VARIANCE_FLOOR);
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = (float) ((samples[i] - mean) * scale);
        }
        return samples;
    }

    /** The power of every frequency around a place; before the first and after the last sample the sound is mirrored. */
    private void spectrum(float[] samples, int from) {
        for (int i = 0; i < WINDOW; i++) {
            int at = Math.abs(from + i);
            framed[i] = HANN[i] * samples[at < SAMPLES ? at : 2 * (SAMPLES - 1) - at];
        }
        for (int part = 0; part < PARTS; part++) {
            transformPart(part);
        }
        for (int bin = 0; bin < BINS; bin++) {
            double real = 0;
            double imaginary = 0;
            for (int part = 0; part < PARTS; part++) {
                int turn = part * bin % WINDOW;
                int at = part * PART + bin % PART;
                real += partReal[at] * COSINE[turn] - partImaginary[at] * SINE[turn];
                imaginary += partReal[at] * SINE[turn] + partImaginary[at] * COSINE[turn];
            }
            power[bin] = real * real + imaginary * imaginary;
        }
    }

    private void transformPart(int part) {
        for (int k = 0; k < PART; k++) {
            double real = 0;
            double imaginary = 0;
            for (int m = 0; m < PART; m++) {
                int turn = PARTS * (m * k % PART);
                double sample = framed[PARTS * m + part];
                real += sample * COSINE[turn];
                imaginary += sample * SINE[turn];
            }
            partReal[part * PART + k] = real;
            partImaginary[part * PART + k] = imaginary;
        }
    }

    private static void fillFilters() {
        double[] edges = new double[BANDS + 2];
        double highest = mel(8_000);
        for (int i = 0; i < edges.length; i++) {
            edges[i] = hertz(highest * i / (BANDS + 1));
        }
        for (int band = 0; band < BANDS; band++) {
            double area = 2 / (edges[band + 2] - edges[band]);
            for (int bin = 0; bin < BINS; bin++) {
                double at = 8_000.0 * bin / (BINS - 1);
                double rising = (at - edges[band]) / (edges[band + 1] - edges[band]);
                double falling = (edges[band + 2] - at) / (edges[band + 2] - edges[band + 1]);
                FILTERS[band][bin] = Math.max(0, Math.min(rising, falling)) * area;
            }
        }
    }

    /** Slaney's scale: even below 1000 Hz, logarithmic above. */
    private static double mel(double hertz) {
        return hertz < 1_000 ? 3 * hertz / 200 : 15 + Math.log(hertz / 1_000) * 27 / Math.log(6.4);
    }

    private static double hertz(double mel) {
        return mel < 15 ? 200 * mel / 3 : 1_000 * Math.exp(Math.log(6.4) / 27 * (mel - 15));
    }
}
