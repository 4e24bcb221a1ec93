package dev.parley.speech.sphinx;

import java.util.Arrays;

/** How far noise lies below speech. An utterance begins and ends with silence, so its quietest frames are noise alone. */
final class NoiseLevel {
    private static final int FRAME = Cepstra.RATE_HZ / 50;
    private static final double QUIET_PART = 0.05;
    private static final double LOUD_PART = 0.9;

    /** Noise that is louder hides sounds in which words differ: the end of "off" sounds like that of "on". */
    private static final double NOISY_DB = 32;

    private NoiseLevel() {}

    static boolean isNoisy(short[] samples) {
        double[] powers = new double[samples.length / FRAME];
        for (int i = 0; i < powers.length; i++) {
            for (int at = i * FRAME; at < (i + 1) * FRAME; at++) {
                powers[i] += (double) samples[at] * samples[at] / FRAME;
            }
        }
        Arrays.sort(powers);
        if (powers.length == 0) {
            return false;
        }
        double quiet = powers[(int) (QUIET_PART * powers.length)];
        double loud = powers[(int) (LOUD_PART * powers.length)];
        return 10 * Math.log10(loud / Math.max(1, quiet)) < NOISY_DB;
    }
}
