package dev.parley.speech.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The features are those that the model was trained with; the values were computed with numpy by its authors' own code. */
class LogMelTest {
    /** Three seconds of tones, one of them rising, as a formula that any language can follow. */
    static float[] tones() {
        float[] sound = new float[48_000];
        for (int i = 0; i < sound.length; i++) {
            double low = 0.3 * Math.sin(2 * Math.PI * 220 * i / 16_000);
            double swell = 0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * i / 16_000);
            double high = 0.1 * Math.sin(2 * Math.PI * 1_730 * i / 16_000);
            double rising = 0.05 * Math.sin((double) i * i * 1e-5);
            sound[i] = (float) (low * swell + high + rising);
        }
        return sound;
    }

    @Test
    void featuresAreThoseOfTheReference() {
        float[] features = new LogMel().of(tones());
        assertFeature(features, 0, 0, 0.04533986374735832);
        assertFeature(features, 0, 520, 0.43605971336364746);
        assertFeature(features, 5, 600, 1.6938276290893555);
        assertFeature(features, 5, 799, 1.663743495941162);
        assertFeature(features, 20, 501, 0.05397973582148552);
        assertFeature(features, 40, 650, 1.5617305040359497);
        assertFeature(features, 79, 700, -0.1953062266111374);
        assertFeature(features, 79, 799, -0.09773186594247818);
        assertFeature(features, 33, 499, 0.34020543098449707);
        double sum = 0;
        for (float feature : features) {
            sum += feature;
        }
        assertEquals(-0.053393804, sum / features.length, 1e-4);
    }

    private static void assertFeature(float[] features, int band, int step, double reference) {
        assertEquals(reference, features[band * LogMel.STEPS + step], 1e-4, band + " at " + step);
    }
}
