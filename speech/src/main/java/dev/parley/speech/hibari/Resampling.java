package dev.parley.speech.hibari;

/** Makes two samples of three: from 24 to 16 kHz, with a low pass at 7.6 kHz that keeps what is higher from coming back lower. */
final class Resampling {
    private static final int UP = 2;
    private static final int DOWN = 3;
    private static final int REACH = 36;
    private static final double CUT = 7_600.0 / (Wave.RATE_HZ * UP);
    private static final float[] FILTER = filter();
    private static final float FULL_SCALE = Short.MAX_VALUE;

    private Resampling() {}

    static short[] to16k(float[] wave) {
        short[] samples = new short[wave.length * UP / DOWN];
        for (int i = 0; i < samples.length; i++) {
            int centre = i * DOWN;
            double sum = 0;
            for (int at = -REACH; at <= REACH; at++) {
                int place = centre + at;
                if (place % UP == 0 && place >= 0 && place / UP < wave.length) {
                    sum += wave[place / UP] * FILTER[at + REACH];
                }
            }
            samples[i] = (short) Math.clamp(Math.round(sum * FULL_SCALE), Short.MIN_VALUE, Short.MAX_VALUE);
        }
        return samples;
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
