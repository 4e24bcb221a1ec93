package dev.parley.speech.sphinx;

import java.util.Arrays;

/**
 * How loud an utterance and the noise in it are. An utterance begins and ends with silence, so its quietest frames are noise alone.
 *
 * @param quiet the power of the noise
 * @param loud the power of the speech
 */
record NoiseLevel(double quiet, double loud) {
    private static final int FRAME = Cepstra.RATE_HZ / 50;
    private static final double QUIET_PART = 0.05;
    private static final double LOUD_PART = 0.9;

    /** Noise that is louder hides sounds in which words differ: the end of "off" sounds like that of "on". */
    private static final double NOISY_DB = 32;

    static NoiseLevel of(short[] samples) {
        double[] powers = new double[samples.length / FRAME];
        for (int i = 0; i < powers.length; i++) {
            for (int at = i * FRAME; at < (i + 1) * FRAME; at++) {
                powers[i] += (double) samples[at] * samples[at] / FRAME;
            }
        }
        Arrays.sort(powers);
        return powers.length == 0
                ? new NoiseLevel(0, 0)
                : new NoiseLevel(powers[(int) (QUIET_PART * powers.length)], powers[(int) (LOUD_PART * powers.length)]);
    }

    boolean isNoisy() {
        return 10 * Math.log10(loud / Math.max(1, quiet)) < NOISY_DB;
    }
}
