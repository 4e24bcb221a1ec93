package dev.parley.speech.tts;

/** How loud and how high speech at 16 kHz is: loudness after ITU-R BS.1770 with its gates, pitch by autocorrelation. */
public final class Loudness {
    private static final int RATE_HZ = 16_000;
    private static final int BLOCK = RATE_HZ * 4 / 10;
    private static final double OFFSET = -0.691;

    private Loudness() {}

    public static double of(short[] samples) {
        double[] weighted = new double[samples.length];
        for (int i = 0; i < samples.length; i++) {
            weighted[i] = samples[i] / 32_768.0;
        }
        weighted = filtered(filtered(weighted, shelf()), highPass());
        double open = gated(weighted, -70);
        return gated(weighted, open - 10);
    }

    private static double gated(double[] weighted, double gate) {
        double sum = 0;
        int blocks = 0;
        for (int from = 0; from + BLOCK <= weighted.length; from += BLOCK / 4) {
            double power = 0;
            for (int i = from; i < from + BLOCK; i++) {
                power += weighted[i] * weighted[i] / BLOCK;
            }
            if (lufs(power) > gate) {
                sum += power;
                blocks++;
            }
        }
        return lufs(sum / Math.max(1, blocks));
    }

    private static double lufs(double power) {
        return OFFSET + 10 * Math.log10(power + 1e-12);
    }

    private static double[] shelf() {
        double k = Math.tan(Math.PI * 1681.974450955533 / RATE_HZ);
        double q = 0.7071752369554196;
        double high = Math.pow(10, 3.999843853973347 / 20);
        double band = Math.pow(high, 0.4996667741545416);
        double norm = 1 + k / q + k * k;
        return new double[] {
            (high + band * k / q + k * k) / norm,
            2 * (k * k - high) / norm,
            (high - band * k / q + k * k) / norm,
            2 * (k * k - 1) / norm,
            (1 - k / q + k * k) / norm
        };
    }

    private static double[] highPass() {
        double k = Math.tan(Math.PI * 38.13547087602444 / RATE_HZ);
        double q = 0.5003270373238773;
        double norm = 1 + k / q + k * k;
        return new double[] {1, -2, 1, 2 * (k * k - 1) / norm, (1 - k / q + k * k) / norm};
    }

    private static double[] filtered(double[] in, double[] c) {
        double[] out = new double[in.length];
        for (int i = 0; i < in.length; i++) {
            double x1 = i > 0 ? in[i - 1] : 0;
            double x2 = i > 1 ? in[i - 2] : 0;
            double y1 = i > 0 ? out[i - 1] : 0;
            double y2 = i > 1 ? out[i - 2] : 0;
            out[i] = c[0] * in[i] + c[1] * x1 + c[2] * x2 - c[3] * y1 - c[4] * y2;
        }
        return out;
    }

    /** The median over frames that are loud. */
    static double pitchHz(short[] samples) {
        int frame = 800;
        double[] found = java.util.stream.IntStream.range(0, samples.length / frame - 1)
                .mapToDouble(each -> pitchAt(samples, each * frame, frame))
                .filter(hertz -> hertz > 0)
                .sorted()
                .toArray();
        return found[found.length / 2];
    }

    private static double pitchAt(short[] samples, int from, int frame) {
        double best = 0;
        int lag = 0;
        for (int each = RATE_HZ / 320; each <= RATE_HZ / 60; each++) {
            double sum = 0;
            for (int i = from; i < from + frame && i + each < samples.length; i++) {
                sum += (double) samples[i] * samples[i + each];
            }
            if (sum > best) {
                best = sum;
                lag = each;
            }
        }
        double loud = 800.0 * 800 * frame;
        return best < loud ? 0 : (double) RATE_HZ / lag;
    }
}
