package dev.parley.speech.sphinx;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Steady noise goes, and what is louder stays. */
class MelDenoiserTest {
    private static final int BANDS = 25;
    private static final float NOISE = 1e6f;
    private static final float SPEECH = 1e8f;

    /** Noise in all bands, and in the middle of it a sound in the lower ones. */
    private static List<float[]> frames() {
        Random random = new Random(1);
        List<float[]> frames = new ArrayList<>();
        for (int t = 0; t < 120; t++) {
            float[] frame = new float[BANDS];
            for (int band = 0; band < BANDS; band++) {
                frame[band] = NOISE * (0.8f + 0.4f * random.nextFloat());
                frame[band] += t >= 50 && t < 70 && band < 12 ? SPEECH : 0;
            }
            frames.add(frame);
        }
        return frames;
    }

    @Test
    void noiseIsWeakenedAndSpeechIsNot() {
        List<float[]> frames = frames();
        MelDenoiser.clean(frames);
        assertTrue(frames.get(30)[5] < NOISE / 5, "noise before it: " + frames.get(30)[5]);
        assertTrue(frames.get(110)[5] < NOISE / 5, "noise after it: " + frames.get(110)[5]);
        assertTrue(frames.get(60)[5] > SPEECH / 2, "the sound: " + frames.get(60)[5]);
        assertTrue(frames.get(60)[20] < NOISE / 5, "noise above it: " + frames.get(60)[20]);
    }

    @Test
    void aFrameAloneAndSilenceArePossible() {
        List<float[]> silent = new ArrayList<>(List.of(new float[BANDS]));
        MelDenoiser.clean(silent);
        for (float band : silent.getFirst()) {
            assertTrue(band >= 0, "no frame is less than silent: " + band);
        }
    }
}
