package dev.parley.speech.tts;

/** How loud speech is, well enough to bring a voice to the level of the others. */
final class SpeechLevel {
    /** The root mean square of the loud parts of speech that is at -20 LUFS. */
    private static final double WANTED = 0.1 * Short.MAX_VALUE;

    private static final int BLOCK = Voice.RATE_HZ / 10;
    /** A tenth of the strength of the loudest: pauses do not count. */
    private static final double PAUSE = 0.01;

    private static final double GAIN_MAX = 20;

    private SpeechLevel() {}

    /** What this speech is multiplied with to be at -20 LUFS; 1 where there is none. */
    static double gain(short[] samples) {
        double[] powers = new double[samples.length / BLOCK];
        double loudest = 0;
        for (int block = 0; block < powers.length; block++) {
            for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
                powers[block] += (double) samples[i] * samples[i] / BLOCK;
            }
            loudest = Math.max(loudest, powers[block]);
        }
        double sum = 0;
        int count = 0;
        for (double power : powers) {
            if (power > loudest * PAUSE) {
                sum += power;
                count++;
            }
        }
        return count == 0 ? 1 : Math.min(GAIN_MAX, WANTED / Math.sqrt(sum / count));
    }
}
