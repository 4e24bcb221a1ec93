package dev.parley.speech.vad;

/** How loud samples are. */
final class Level {
    private Level() {}

    /** The root of the mean square. */
    static double of(short[] samples) {
        double sum = 0;
        for (short sample : samples) {
            sum += (double) sample * sample;
        }
        return Math.sqrt(sum / Math.max(1, samples.length));
    }
}
