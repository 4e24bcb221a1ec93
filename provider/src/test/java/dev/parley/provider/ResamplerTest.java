package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What other rates do to a tone, measured: nothing within the band, and nothing is left of what lies outside. What they do to a
 * voice is what another program does to it.
 */
class ResamplerTest {
    private static final double LOUD = 16_000;
    private static final double LEVEL_DB = 1;
    private static final double IMAGES_DB = -50;

    private static Stream<Arguments> rates() {
        return Stream.of(
                Arguments.of(8_000, 16_000),
                Arguments.of(16_000, 8_000),
                Arguments.of(24_000, 16_000),
                Arguments.of(16_000, 24_000),
                Arguments.of(48_000, 16_000),
                Arguments.of(16_000, 48_000),
                Arguments.of(8_000, 24_000),
                Arguments.of(24_000, 8_000),
                Arguments.of(48_000, 8_000));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void aToneOfTheBandKeepsItsLevelAndGetsNoCompany(int fromHz, int toHz) {
        int band = Math.min(fromHz, toHz) / 2;
        for (int hz = 50; hz <= band * 85 / 100; hz += band / 40) {
            short[] out = through(fromHz, toHz, tone(hz, fromHz, fromHz));
            assertEquals(toHz, out.length, "a second stays a second");
            Measured found = measured(out, hz, toHz);
            String what = fromHz + " to " + toHz + ", " + hz + " Hz: " + found;
            assertTrue(Math.abs(found.levelDb) <= LEVEL_DB, what);
            assertTrue(found.restDb <= IMAGES_DB, what);
        }
    }

    @ParameterizedTest
    @CsvSource({"16000, 8000", "24000, 16000", "48000, 16000", "24000, 8000", "48000, 8000"})
    void aToneAboveTheBandIsGone(int fromHz, int toHz) {
        for (int hz = toHz * 55 / 100; hz < fromHz / 2; hz += toHz / 40) {
            short[] out = through(fromHz, toHz, tone(hz, fromHz, fromHz));
            double left = decibels(Math.sqrt(2 * meanSquare(middle(out))) / LOUD);
            assertTrue(left <= IMAGES_DB, fromHz + " to " + toHz + ", " + hz + " Hz: " + left + " dB");
        }
    }

    @ParameterizedTest
    @CsvSource({"8000, 16000", "16000, 8000", "24000, 16000", "16000, 24000", "48000, 16000", "44100, 16000"})
    void anHourInFramesIsAnHour(int fromHz, int toHz) {
        Resampler resampler = new Resampler(fromHz, toHz);
        short[] frame = new short[fromHz / 50];
        long made = 0;
        for (int i = 0; i < 3_600 * 50; i++) {
            made += resampler.take(frame).length;
            long due = (i + 1L) * (toHz / 50);
            assertTrue(due - made >= 0 && due - made < toHz / 100, "at frame " + i + " " + made + " of " + due);
        }
        assertEquals(3_600L * toHz, made + resampler.finish().length);
    }

    @ParameterizedTest
    @MethodSource("rates")
    void aVoiceComesOutAsAnotherProgramMakesIt(int fromHz, int toHz) throws IOException {
        short[] reference = middle(vector(fromHz + " " + toHz + " "));
        short[] own = middle(through(fromHz, toHz, vector("in " + fromHz + " ")));
        assertEquals(reference.length, own.length);
        short[] off = new short[own.length];
        for (int i = 0; i < off.length; i++) {
            off[i] = (short) (own[i] - reference[i]);
        }
        double offDb = decibels(Math.sqrt(meanSquare(off) / meanSquare(reference)));
        assertTrue(offDb <= IMAGES_DB, fromHz + " to " + toHz + " is " + offDb + " dB off");
    }

    private static short[] vector(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ResamplerTest.class.getResourceAsStream("resampled.txt"))) {
            String line = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(each -> each.startsWith(name))
                    .findFirst()
                    .orElseThrow();
            String[] numbers = line.substring(name.length()).split(" ", -1);
            short[] samples = new short[numbers.length];
            for (int i = 0; i < samples.length; i++) {
                samples[i] = Short.parseShort(numbers[i]);
            }
            return samples;
        }
    }

    /** @param restDb everything that is not the tone, images, aliases and rounding, against the tone */
    private record Measured(double levelDb, double restDb) {}

    private static Measured measured(short[] out, int hz, int rateHz) {
        short[] heard = middle(out);
        double sine = 0;
        double cosine = 0;
        for (int i = 0; i < heard.length; i++) {
            double angle = 2 * Math.PI * hz * i / rateHz;
            sine += 2 * heard[i] * Math.sin(angle) / heard.length;
            cosine += 2 * heard[i] * Math.cos(angle) / heard.length;
        }
        double rest = 0;
        for (int i = 0; i < heard.length; i++) {
            double angle = 2 * Math.PI * hz * i / rateHz;
            double other = heard[i] - sine * Math.sin(angle) - cosine * Math.cos(angle);
            rest += other * other / heard.length;
        }
        double level = Math.hypot(sine, cosine);
        return new Measured(decibels(level / LOUD), decibels(Math.sqrt(2 * rest) / level));
    }

    /** Beyond the edges there is silence, which is part of no tone. */
    private static short[] middle(short[] out) {
        return Arrays.copyOfRange(out, out.length / 10, out.length - out.length / 10);
    }

    private static double meanSquare(short[] samples) {
        double sum = 0;
        for (short sample : samples) {
            sum += (double) sample * sample / samples.length;
        }
        return sum;
    }

    private static double decibels(double ratio) {
        return 20 * Math.log10(ratio);
    }

    /** In frames of 20 ms, as it comes from a line. */
    private static short[] through(int fromHz, int toHz, short[] in) {
        Resampler resampler = new Resampler(fromHz, toHz);
        short[] out = new short[toHz + toHz / 50];
        int filled = 0;
        for (int at = 0; at < in.length; at += fromHz / 50) {
            filled = append(out, filled, resampler.take(Arrays.copyOfRange(in, at, at + fromHz / 50)));
        }
        filled = append(out, filled, resampler.finish());
        return Arrays.copyOf(out, filled);
    }

    private static int append(short[] out, int filled, short[] more) {
        System.arraycopy(more, 0, out, filled, more.length);
        return filled + more.length;
    }

    private static short[] tone(int hz, int rateHz, int samples) {
        short[] tone = new short[samples];
        for (int i = 0; i < samples; i++) {
            tone[i] = (short) Math.round(LOUD * Math.sin(2 * Math.PI * hz * i / rateHz));
        }
        return tone;
    }
}
