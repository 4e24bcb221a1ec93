package dev.parley.speech.sphinx;

import java.util.Arrays;
import java.util.List;

/**
 * Takes steady noise out of the mel spectra of one utterance, in place. The acoustic model was trained with sound that went through
 * the same, so noise that is left in looks like speech to it: white noise raises the weak high bands of a soft voice most.
 *
 * <p>Every band has a noise that rises slowly and falls fast, after Kim and Stern's power-normalised cepstra. What is above it is
 * speech; where a loud sound has just ended, a part of it is kept, as in the ear. Bands are weakened together with their neighbours,
 * so that no band is left alone. Unlike in a stream, the noise is known from the beginning: it is what the quietest frames have.
 */
final class MelDenoiser {
    private static final float POWER_KEPT = 0.7f;
    private static final float RISE_KEPT = 0.995f;
    private static final float FALL_KEPT = 0.5f;
    private static final float PEAK_KEPT = 0.85f;
    private static final float MASKED_PART = 0.2f;
    private static final float GAIN_MAX = 20;
    private static final int NEIGHBOURS = 2;
    private static final float SIGNAL_MIN = 1;
    private static final double QUIET_PART = 0.15;
    private static final int QUIET_MIN = 5;

    private final float[] power;
    private final float[] noise;
    private final float[] floor;
    private final float[] peak;
    private final float[] gain;

    private MelDenoiser(float[] quiet) {
        this.power = quiet.clone();
        this.noise = quiet.clone();
        this.floor = quiet.clone();
        this.peak = new float[quiet.length];
        this.gain = new float[quiet.length];
        for (int band = 0; band < quiet.length; band++) {
            floor[band] /= GAIN_MAX;
        }
    }

    /** Cleans the frames of an utterance, of which there is at least one. */
    static void clean(List<float[]> frames) {
        MelDenoiser denoiser = new MelDenoiser(quiet(frames));
        frames.forEach(denoiser::weaken);
    }

    /** The mean of the quietest frames, in every band. */
    private static float[] quiet(List<float[]> frames) {
        double[] levels = frames.stream().mapToDouble(MelDenoiser::level).toArray();
        double[] sorted = levels.clone();
        Arrays.sort(sorted);
        int count = Math.min(frames.size(), Math.max(QUIET_MIN, (int) (QUIET_PART * frames.size())));
        double limit = sorted[count - 1];
        float[] mean = new float[frames.getFirst().length];
        int found = 0;
        for (int t = 0; t < levels.length && found < count; t++) {
            if (levels[t] <= limit) {
                found++;
                for (int band = 0; band < mean.length; band++) {
                    mean[band] += frames.get(t)[band] / count;
                }
            }
        }
        return mean;
    }

    private static double level(float[] frame) {
        double sum = 0;
        for (float band : frame) {
            sum += Math.log(band + SIGNAL_MIN);
        }
        return sum;
    }

    private void weaken(float[] frame) {
        for (int band = 0; band < frame.length; band++) {
            power[band] = POWER_KEPT * power[band] + (1 - POWER_KEPT) * frame[band];
            noise[band] = lowerEnvelope(noise[band], power[band]);
            float signal = Math.max(SIGNAL_MIN, power[band] - noise[band]);
            floor[band] = lowerEnvelope(floor[band], signal);
            peak[band] *= PEAK_KEPT;
            float masked = signal < PEAK_KEPT * peak[band] ? MASKED_PART * peak[band] : signal;
            peak[band] = Math.max(peak[band], signal);
            gain[band] = Math.clamp(Math.max(masked, floor[band]) / power[band], 1 / GAIN_MAX, GAIN_MAX);
        }
        for (int band = 0; band < frame.length; band++) {
            int from = Math.max(0, band - NEIGHBOURS);
            int to = Math.min(frame.length - 1, band + NEIGHBOURS);
            float sum = 0;
            for (int each = from; each <= to; each++) {
                sum += gain[each];
            }
            frame[band] *= sum / (to - from + 1);
        }
    }

    private static float lowerEnvelope(float envelope, float value) {
        float kept = value >= envelope ? RISE_KEPT : FALL_KEPT;
        return kept * envelope + (1 - kept) * value;
    }
}
