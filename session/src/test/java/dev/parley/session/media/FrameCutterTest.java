package dev.parley.session.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Foreign sound becomes frames in one place, and stays what it was. */
class FrameCutterTest {
    @ParameterizedTest
    @ValueSource(ints = {8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000})
    void aToneKeepsItsPitchItsLoudnessAndItsPlace(int rateHz) {
        short[] out = cut(tone(rateHz, 440, rateHz), rateHz, 1, rateHz * 2);
        assertEquals(16_000, out.length, "one second stays one second");
        short[] expected = tone(16_000, 440, 16_000);
        double error = 0;
        for (int i = 400; i < 15_600; i++) {
            error = Math.max(error, Math.abs(out[i] - expected[i]));
        }
        assertTrue(error < 200, "at most 2 % of its loudness off, and not shifted: " + error);
    }

    @Test
    void whatLiesAboveTheBandDoesNotComeBackAsAnotherTone() {
        short[] out = cut(tone(48_000, 12_000, 48_000), 48_000, 1, 96_000);
        for (int i = 400; i < 15_600; i++) {
            assertTrue(Math.abs(out[i]) < 100, "sample " + i + " is " + out[i]);
        }
    }

    @Test
    void channelsAreMixed() {
        byte[] stereo = new byte[4 * 320];
        for (int i = 0; i < 320; i++) {
            put(stereo, 2 * i, (short) 1_000);
            put(stereo, 2 * i + 1, (short) 3_000);
        }
        short[] out = cut(stereo, 16_000, 2, stereo.length);
        assertEquals(320, out.length);
        assertEquals(2_000, out[0]);
        assertEquals(2_000, out[319]);
    }

    @Test
    void thePiecesInWhichSoundComesDoNotMatter() {
        long seed = System.nanoTime();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        byte[] sound = bytes(tone(44_100, 700, 30_000));
        short[] whole = cut(sound, 44_100, 1, sound.length);
        List<Short> pieces = new ArrayList<>();
        FrameCutter cutter = new FrameCutter(44_100, 1, frame -> add(pieces, frame));
        for (int at = 0; at < sound.length; ) {
            int length = Math.min(sound.length - at, 1 + random.nextInt(999));
            cutter.write(sound, at, length);
            at += length;
        }
        cutter.finish();
        assertEquals(whole.length, pieces.size(), "seed " + seed);
        for (int i = 0; i < whole.length; i++) {
            assertEquals(whole[i], pieces.get(i), "sample " + i + ", seed " + seed);
        }
    }

    private static short[] cut(short[] samples, int rateHz, int channels, int pieceBytes) {
        return cut(bytes(samples), rateHz, channels, pieceBytes);
    }

    private static short[] cut(byte[] pcm, int rateHz, int channels, int pieceBytes) {
        List<Short> out = new ArrayList<>();
        FrameCutter cutter = new FrameCutter(rateHz, channels, frame -> add(out, frame));
        for (int at = 0; at < pcm.length; at += pieceBytes) {
            cutter.write(pcm, at, Math.min(pieceBytes, pcm.length - at));
        }
        cutter.finish();
        short[] samples = new short[out.size()];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = out.get(i);
        }
        return samples;
    }

    private static void add(List<Short> out, byte[] frame) {
        for (int i = 0; i < frame.length; i += 2) {
            out.add((short) ((frame[i] & 0xff) | frame[i + 1] << 8));
        }
    }

    private static short[] tone(int rateHz, int hz, int samples) {
        short[] tone = new short[samples];
        for (int i = 0; i < samples; i++) {
            tone[i] = (short) Math.round(10_000 * Math.sin(2 * Math.PI * hz * i / rateHz));
        }
        return tone;
    }

    private static byte[] bytes(short[] samples) {
        byte[] pcm = new byte[2 * samples.length];
        for (int i = 0; i < samples.length; i++) {
            put(pcm, i, samples[i]);
        }
        return pcm;
    }

    private static void put(byte[] pcm, int at, short sample) {
        pcm[2 * at] = (byte) sample;
        pcm[2 * at + 1] = (byte) (sample >> 8);
    }
}
