package dev.parley.speech.tts;

import java.util.Arrays;

/**
 * Brings a voice of unknown loudness to -20 LUFS while it speaks. A voice is about as loud in every sentence, so what is learned is
 * one gain for all that it says: the mean of its loudness over half a minute of speech, after ITU-R BS.1770 with its gates, in
 * blocks of 100 ms. The first sentence waits until 400 ms of speech have come, so that it begins near its level; after that the gain
 * moves by no more than 2 dB in a second towards the mean. It follows no syllable and no pause, so that nothing pumps. What would be
 * beyond full scale is rounded off as in every other voice.
 */
public final class Levelling {
    private static final int RATE_HZ = 16_000;
    private static final int BLOCK = RATE_HZ / 10;
    private static final double GOAL_LUFS = -20;
    private static final double SPEECH_LUFS_MIN = -55;
    private static final double GATE_DB = 10;
    private static final double GAIN_DB_MAX = 24;
    private static final double DB_A_SECOND = 2;

    /** So many blocks of speech are waited for, and so much sound in all. */
    private static final int LEARNED_BLOCKS = 4;

    private static final int HELD_MAX = 2 * RATE_HZ;
    private static final int REMEMBERED_BLOCKS = 300;

    private final Mean open = new Mean();
    private final Mean gated = new Mean();

    /** What this speech at 16 kHz is multiplied with to be at its level. */
    static double gain(short[] speech) {
        Levelling voice = new Levelling();
        voice.begin().next(speech);
        return Math.pow(10, voice.gainDb() / 20);
    }

    /** Begins the next text of this voice. */
    public Text begin() {
        return new Text();
    }

    /** A mean that forgets what is long ago. */
    private static final class Mean {
        private double sum;
        private int count;

        void add(double power) {
            if (count == REMEMBERED_BLOCKS) {
                sum -= sum / count;
                count--;
            }
            sum += power;
            count++;
        }

        double lufs() {
            return Levelling.lufs(sum / Math.max(1, count));
        }
    }

    private static double lufs(double power) {
        return -0.691 + 10 * Math.log10(power + 1e-12);
    }

    private synchronized void heard(double power) {
        double loudness = lufs(power);
        if (loudness < SPEECH_LUFS_MIN) {
            return;
        }
        open.add(power);
        if (loudness > open.lufs() - GATE_DB) {
            gated.add(power);
        }
    }

    private synchronized boolean isLearned() {
        return gated.count >= LEARNED_BLOCKS;
    }

    private synchronized double gainDb() {
        return gated.count == 0 ? 0 : Math.clamp(GOAL_LUFS - gated.lufs(), -GAIN_DB_MAX, GAIN_DB_MAX);
    }

    /** One text on its way. */
    public final class Text {
        private final Weighting weighting = new Weighting();
        private double power;
        private int inBlock;
        private short[] held = new short[0];
        private boolean flows;
        private double db;

        private Text() {}

        /** These samples at 16 kHz at their level; nothing while the voice is still unknown. */
        public short[] next(short[] samples) {
            for (short sample : samples) {
                double weighted = weighting.of(sample / (double) (Short.MAX_VALUE + 1));
                power += weighted * weighted / BLOCK;
                if (++inBlock == BLOCK) {
                    heard(power);
                    power = 0;
                    inBlock = 0;
                }
            }
            if (flows) {
                return levelled(samples);
            }
            int before = held.length;
            held = Arrays.copyOf(held, before + samples.length);
            System.arraycopy(samples, 0, held, before, samples.length);
            return isLearned() || held.length >= HELD_MAX ? rest() : new short[0];
        }

        /** What was held back. */
        public short[] rest() {
            if (!flows) {
                flows = true;
                db = gainDb();
            }
            short[] all = held;
            held = new short[0];
            return levelled(all);
        }

        private short[] levelled(short[] samples) {
            double goal = gainDb();
            double step = DB_A_SECOND / RATE_HZ;
            short[] out = new short[samples.length];
            for (int i = 0; i < out.length; i++) {
                db += Math.clamp(goal - db, -step, step);
                out[i] = SpokenClause.limited(samples[i] * Math.pow(10, db / 20));
            }
            return out;
        }
    }

    /** How strongly an ear takes what it hears: the two filters of BS.1770, for 16 kHz. */
    private static final class Weighting {
        private final Biquad shelf;
        private final Biquad highPass;

        Weighting() {
            double k = Math.tan(Math.PI * 1681.974450955533 / RATE_HZ);
            double q = 0.7071752369554196;
            double high = Math.pow(10, 3.999843853973347 / 20);
            double band = Math.pow(high, 0.4996667741545416);
            double norm = 1 + k / q + k * k;
            shelf = new Biquad(
                    (high + band * k / q + k * k) / norm,
                    2 * (k * k - high) / norm,
                    (high - band * k / q + k * k) / norm,
                    2 * (k * k - 1) / norm,
                    (1 - k / q + k * k) / norm);
            double l = Math.tan(Math.PI * 38.13547087602444 / RATE_HZ);
            double p = 0.5003270373238773;
            double all = 1 + l / p + l * l;
            highPass = new Biquad(1, -2, 1, 2 * (l * l - 1) / all, (1 - l / p + l * l) / all);
        }

        double of(double sample) {
            return highPass.of(shelf.of(sample));
        }
    }

    /** A filter of second order. */
    private static final class Biquad {
        private final double b0;
        private final double b1;
        private final double b2;
        private final double a1;
        private final double a2;
        private double x1;
        private double x2;
        private double y1;
        private double y2;

        Biquad(double b0, double b1, double b2, double a1, double a2) {
            this.b0 = b0;
            this.b1 = b1;
            this.b2 = b2;
            this.a1 = a1;
            this.a2 = a2;
        }

        double of(double x) {
            double y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
            x2 = x1;
            x1 = x;
            y2 = y1;
            y1 = y;
            return y;
        }
    }
}
