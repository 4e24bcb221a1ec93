package dev.parley.kernel.rune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Items 8 and 30 of the pipeline: one envelope, one encoding, one identity for every event. */
class RuneTest {
    private static final RuneDraft FULL = RuneDraft.of(
                    "c1", "tool.call", Json.Obj.EMPTY.with("b", 1).with("a", "ü"))
            .withLane(Lane.CONTROL)
            .withVisibility(Visibility.INTERNAL)
            .withTurn(3)
            .withAgent("agent_a")
            .withCausalParent(7)
            .withIdempotencyKey("k")
            .withProviderCall("p1")
            .withLeaseEpoch(9)
            .withTimes(-5, 1_700_000_000_000L)
            .withMediaMicros(20_000)
            .withSchemaVersion(2)
            .withPipelineVersion("v1")
            .withPlace("tts_out")
            .withSequences(11, 12);

    @Test
    void everyFieldOfTheEnvelopeSurvivesTheEncoding() {
        Rune rune = Rune.of(FULL, 42, Hash.ZERO);
        byte[] bytes = rune.canonical();
        Rune read = Rune.decode(bytes, 0, bytes.length, Hash.ZERO);
        assertEquals(FULL, read.draft());
        assertEquals(42, read.eventId());
        assertEquals(rune, read);
        assertEquals(rune.hash(), read.hash(new RuneChain()));
    }

    @Test
    void theEncodingOfVersionOneIsFrozen() {
        RuneDraft draft = RuneDraft.of("c", "k", Json.Obj.EMPTY.with("n", -1).with("a", true));
        Rune rune = Rune.of(draft.withSchemaVersion(1), 1, Hash.ZERO);
        assertEquals(
                "0101630101000" + "0016b" + "0702" + "0161" + "02" + "016e" + "0301",
                HexFormat.of().formatHex(rune.canonical()));
    }

    @Test
    void equalPayloadsHaveEqualBytesHoweverTheyWereWritten() {
        Json.Obj one =
                Json.Obj.EMPTY.with("a", new Json.Num(new BigDecimal("1.50"))).with("b", 100);
        Json.Obj two = Json.Obj.EMPTY
                .with("b", new Json.Num(new BigDecimal("1E+2")))
                .with("a", new Json.Num(new BigDecimal("1.5")));
        assertEquals(
                Rune.of(RuneDraft.of("c", "k", one), 1, Hash.ZERO).hash(),
                Rune.of(RuneDraft.of("c", "k", two), 1, Hash.ZERO).hash());
    }

    @Test
    void longTextsOfEveryKindReadBackAndLoneSurrogatesBecomeReplacements() {
        String ascii = "a".repeat(100);
        for (String text : List.of(ascii, ascii + "ü", ascii + "\u4e00", ascii + "?", ascii + "\ud83d\ude00")) {
            Rune rune = Rune.of(RuneDraft.of("c", "k", Json.Obj.EMPTY.with("t", text)), 1, Hash.ZERO);
            assertEquals(text, rune.payload().text("t"));
        }
        for (String text : List.of(ascii + "\ud800", "\ud800")) {
            Rune rune = Rune.of(RuneDraft.of("c", "k", Json.Obj.EMPTY.with("t", text)), 1, Hash.ZERO);
            assertEquals(text.replace('\ud800', '\ufffd'), rune.payload().text("t"));
        }
    }

    @Test
    void theHashBindsTheRuneToTheOneBeforeIt() {
        Rune first = Rune.of(FULL, 1, Hash.ZERO);
        assertNotEquals(
                Rune.of(FULL, 2, first.hash()).hash(),
                Rune.of(FULL, 2, Hash.ZERO).hash());
    }

    @Test
    void anUnknownVisibilityIsSecretByRulingE3() {
        assertEquals(Visibility.SECRET, Visibility.named("friends"));
        byte[] bytes = Rune.of(RuneDraft.of("c", "k"), 1, Hash.ZERO).canonical();
        bytes[5] = 3 << 2;
        assertEquals(
                Visibility.SECRET,
                Rune.decode(bytes, 0, bytes.length, Hash.ZERO).visibility());
        assertTrue(Visibility.INTERNAL.admits(Visibility.PUBLIC));
    }

    @Test
    void aNewerEncodingIsRefusedByName() {
        byte[] bytes = Rune.of(FULL, 1, Hash.ZERO).canonical();
        bytes[0] = 2;
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Rune.decode(bytes, 0, bytes.length, Hash.ZERO));
        assertTrue(String.valueOf(refused.getMessage()).contains("encoding version 2"));
    }

    @Test
    void everyTruncationOfTheBytesIsAnErrorAndNeverAWrongRune() {
        byte[] bytes = Rune.of(FULL, 1, Hash.ZERO).canonical();
        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Rune.decode(bytes, 0, cut, Hash.ZERO).draft());
        }
    }

    /** Any character, with a preference for those that are encoded in another length than their neighbours. */
    private static String text(RandomSource random) {
        int[] borders = {
            0, '"', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff, 0x10000
        };
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(200); left > 0; left--) {
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> borders[random.nextInt(borders.length)];
                        case 1 -> random.nextInt(Character.MAX_CODE_POINT + 1);
                        default -> ' ' + random.nextInt(95);
                    });
        }
        return text.toString();
    }

    /** The smallest, the largest and everything between. */
    private static long whole(RandomSource random) {
        return switch (random.nextInt(8)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            case 2 -> random.nextInt(5) - 2L;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private static BigDecimal number(RandomSource random) {
        BigDecimal number = BigDecimal.valueOf(whole(random), random.nextInt(60) - 30);
        return random.nextInt(4) == 0 ? number.multiply(BigDecimal.valueOf(whole(random))) : number;
    }

    /** The number of the repetition is the seed. */
    @RepeatedTest(600)
    void textsAndNumbersOfAnyKindReadBackEqual(RepetitionInfo tries) {
        RandomSource random = RandomSource.seeded(tries.getCurrentRepetition());
        String text = text(random);
        BigDecimal number = number(random);
        long count = whole(random);
        Json.Obj payload = Json.Obj.EMPTY
                .with("t", text)
                .with("n", new Json.Num(number))
                .with("l", Json.of(List.of(Json.of(count), Json.Null.NULL)));
        Rune rune = Rune.of(RuneDraft.of("c", "k", payload), 1, Hash.ZERO);
        boolean wellFormed = text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
        if (wellFormed) {
            assertEquals(payload, rune.payload());
        }
        assertEquals(
                rune.hash(),
                Rune.of(RuneDraft.of("c", "k", rune.payload()), 1, Hash.ZERO).hash());
    }

    @Test
    void aHashIsReadFromItsDigitsAndFromNothingElse() {
        String hex = "0123456789abcdef".repeat(4);
        assertEquals(Hash.ofHex(hex), Hash.read(hex));
        assertNull(Hash.read(hex.toUpperCase(Locale.ROOT)));
        assertNull(Hash.read(hex.substring(1)));
        for (int at = 0; at < hex.length(); at++) {
            assertNull(Hash.read(hex.substring(0, at) + "g" + hex.substring(at + 1)));
        }
    }
}
