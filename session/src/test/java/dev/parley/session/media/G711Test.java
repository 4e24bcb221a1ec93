package dev.parley.session.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The telephone's codes against the tables of the standard, and against what another program makes of every sample. */
class G711Test {
    /** The samples of 14 or 13 bits that a code stands for begin and end within so much of the other program's. */
    private static final int ROUNDING = 8;

    /** What is louder gets the loudest code. */
    private static final int LOUDEST = 32_256;

    /** @param lowest the smallest of all samples that get this code, by SoX; none gets the second zero of the mu-law */
    private record Reference(int code, int sample, int lowest) {}

    private static List<G711> laws() {
        return List.of(G711.MU_LAW, G711.A_LAW);
    }

    private static List<Reference> references(G711 law) throws IOException {
        String name = law == G711.MU_LAW ? "mu-law.txt" : "a-law.txt";
        try (InputStream in = Objects.requireNonNull(G711Test.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .map(fields -> new Reference(
                            Integer.parseInt(fields[0]), Integer.parseInt(fields[1]), Integer.parseInt(fields[2])))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void everyCodeStandsForTheSampleOfTheReference(G711 law) throws IOException {
        List<Reference> all = references(law);
        assertEquals(256, all.size());
        for (Reference reference : all) {
            assertEquals(reference.sample, law.decode((byte) reference.code), "code " + reference.code);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void everyCodeBeginsWhereTheReferenceBegins(G711 law) throws IOException {
        for (Reference reference : references(law)) {
            if (reference.sample == 0 || reference.lowest <= Short.MIN_VALUE + ROUNDING) {
                continue;
            }
            int below = law.decode(law.encode((short) (reference.lowest - ROUNDING)));
            int above = law.decode(law.encode((short) Math.min(reference.lowest + ROUNDING, Short.MAX_VALUE)));
            assertTrue(below < reference.sample || Math.abs(reference.sample) <= ROUNDING, "code " + reference.code);
            assertTrue(above >= reference.sample, "code " + reference.code + ": " + above);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void everySampleIsWithinHalfAStepOfItsCode(G711 law) {
        for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
            int code = law.encode((short) sample) & 0xff;
            int segment = (law == G711.MU_LAW ? ~code : code ^ 0x55) >> 4 & 0x7;
            int step = law == G711.MU_LAW ? 8 << segment : 16 << Math.max(0, segment - 1);
            int off = Math.abs(law.decode((byte) code) - sample);
            boolean clipped = Math.abs(sample) > LOUDEST;
            assertTrue(off <= step / 2 + 1 || clipped, sample + " is " + off + " off, and a step is " + step);
        }
    }

    @ParameterizedTest
    @MethodSource("laws")
    void whatWasDecodedIsEncodedToTheSame(G711 law) {
        for (int code = 0; code < 256; code++) {
            short sample = law.decode((byte) code);
            assertEquals(sample, law.decode(law.encode(sample)), "code " + code);
        }
    }

    @Test
    void silenceIsTheByteThatTelephonesSend() {
        assertEquals((byte) 0xff, G711.MU_LAW.silence());
        assertEquals((byte) 0xd5, G711.A_LAW.silence());
    }

    /** The magnitudes of the standard, counted by its own rule: eight segments of sixteen steps, each twice as wide. */
    @Test
    void theTablesAreThoseOfTheStandard() {
        for (int segment = 0; segment < 8; segment++) {
            for (int step = 0; step < 16; step++) {
                int mu = 4 * (33 * (1 << segment) - 33 + step * (2 << segment));
                assertEquals(mu, G711.MU_LAW.decode((byte) (0xff - (16 * segment + step))));
                assertEquals(-mu, G711.MU_LAW.decode((byte) (0x7f - (16 * segment + step))));
                int width = 16 << Math.max(0, segment - 1);
                int a = (segment == 0 ? 0 : 256 << (segment - 1)) + step * width + width / 2;
                assertEquals(a, G711.A_LAW.decode((byte) ((0x80 | 16 * segment + step) ^ 0x55)));
                assertEquals(-a, G711.A_LAW.decode((byte) ((16 * segment + step) ^ 0x55)));
            }
        }
    }
}
