package dev.parley.speech.vad;

/** A voice is what is well above the noise of the last seconds. In plain Java, for machines where nothing better runs. */
final class EnergyJudge implements FrameJudge {
    private static final double LOWEST = 120;
    private static final double ABOVE_NOISE = 3.5;
    private static final double NOISE_FALLS = 0.2;
    private static final double NOISE_RISES = 0.005;

    private double noise = LOWEST / ABOVE_NOISE;

    @Override
    public boolean isVoice(short[] samples) {
        double level = Level.of(samples);
        noise += (level - noise) * (level < noise ? NOISE_FALLS : NOISE_RISES);
        return level > Math.max(LOWEST, ABOVE_NOISE * noise);
    }

    @Override
    public void close() {}
}
