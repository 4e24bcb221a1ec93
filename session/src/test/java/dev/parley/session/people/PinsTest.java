package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.session.event.Masked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** However a PIN is written or said, and in however many pieces, nothing of it stays in the words. */
class PinsTest {
    private final Pins pins = new Pins(Map.of("eva", "2468"));

    @Test
    void aPinLeavesTheWordsHoweverItIsWritten() {
        for (String written : List.of(
                "2468",
                "2 4 6 8",
                "2-4-6-8",
                "2.4.6.8",
                "2/4/6/8",
                "２４６８",
                "٢٤٦٨",
                "two four six eight",
                "Two, four, six, eight",
                "twenty four sixty eight",
                "twenty-four sixty-eight",
                "24 sixty eight")) {
            Pins fresh = new Pins(Map.of("eva", "2468"));
            for (String around : List.of("%s", "my pin is %s", "it's %s, please", "eva:%s", "open the door %s now")) {
                Masked masked = fresh.confided(String.format(around, written), false);
                assertEquals(String.format(around, Pins.MASK), masked.text());
                assertEquals("2468", fresh.take(masked, "guest"), written);
            }
        }
        Pins doubled = new Pins(Map.of("eva", "2288"));
        assertEquals("it is [pin]", text(doubled, "it is double two double eight", false));
    }

    private static String text(Pins pins, String words, boolean expected) {
        return pins.confided(words, expected).text();
    }

    private @Nullable String offered(String... lines) {
        return pins.take(
                Masked.joined(
                        Stream.of(lines).map(line -> pins.confided(line, false)).toList()),
                "guest");
    }

    /** Ruling X6: the wall may go back. */
    @Test
    void noPauseIsLongerThanAnHourThoughTheClockIsSetBack() {
        PinTries tries = new PinTries();
        Instant now = Instant.parse("2046-03-10T10:00:00Z");
        for (int i = 0; i < 5; i++) {
            tries.missed("eva", now);
        }
        Instant back = Instant.parse("2026-03-10T10:00:00Z");
        assertEquals(Duration.ofHours(1), tries.pause("eva", back));
        assertEquals(Duration.ZERO, tries.pause("eva", back.plus(Duration.ofHours(1))));
    }

    /** Four misses in a quarter of an hour never paused: 384 a day. */
    @Test
    void whoGuessesSlowlyIsPausedAfterFortyMissesADayAndLongerEachTime() {
        PinTries tries = new PinTries();
        Instant now = Instant.parse("2026-03-10T10:00:00Z");
        Instant end = now.plus(Duration.ofDays(10));
        List<Duration> pauses = new ArrayList<>();
        int misses = 0;
        while (now.isBefore(end)) {
            Duration pause = tries.pause("eva", now);
            if (pause.isZero()) {
                tries.missed("eva", now);
                misses++;
                now = now.plus(Duration.ofMinutes(4));
            } else {
                pauses.add(pause.plusMinutes(4));
                now = now.plus(pause);
            }
        }
        assertEquals(Stream.of(1, 2, 4, 8, 16, 24, 24).map(Duration::ofHours).toList(), pauses.subList(0, 7));
        assertTrue(misses < 60, misses + " misses in ten days");
    }

    @Test
    void aDayWithoutAMissForgetsTheCountOfTheDay() {
        PinTries tries = new PinTries();
        Instant now = Instant.parse("2026-03-10T10:00:00Z");
        for (int i = 0; i < 41; i++) {
            now = now.plus(Duration.ofMinutes(4));
            tries.missed("eva", now);
        }
        assertEquals(Duration.ofHours(1), tries.pause("eva", now));
        assertEquals(Duration.ZERO, tries.pause("ben", now), "each person has a count of their own");
        now = now.plus(Duration.ofHours(25));
        tries.missed("eva", now);
        assertEquals(Duration.ZERO, tries.pause("eva", now));
    }

    @Test
    void aPinInPiecesLeavesEveryPieceAndCountsAsOne() {
        assertEquals("2468", offered("my pin is two four", "uh, six eight"));
        assertEquals("my pin is [pin]", text(pins, "my pin is two four", false));
        assertEquals("uh, [pin]", text(pins, "uh, six eight", false));
        assertEquals("[pin]", text(pins, "24", true), "the house waits for one");
        assertEquals("and [pin]", text(pins, "and 68", true));
    }

    @Test
    void aPieceWaitsForTheNextWordsOfTheSamePersonOnly() {
        assertNull(pins.take(pins.confided("my pin is two four", false), "guest"));
        assertEquals("2468", pins.take(pins.confided("six eight", true), "guest"));
        assertNull(pins.take(pins.confided("my pin is two four", false), "guest"));
        assertNull(pins.take(pins.confided("six eight", true), "ben"), "the rest is of somebody else");
    }

    @Test
    void aPinGoesWithItsWordsAndNoOthersOfferIt() {
        Masked lost = pins.confided("my pin is 2468", false);
        assertEquals("my pin is [pin]", lost.text());
        assertEquals("1357", pins.take(pins.confided("my pin is 1357", false), "guest"));
        assertNull(pins.take(pins.confided("my pin is [pin]", false), "guest"), "anybody can write the mask");
        assertFalse(lost.toString().contains("2468"), "nor is it printed");
    }

    @Test
    void aSentenceOffersOnePinHoweverManyNumbersItHas() {
        for (String many : List.of(
                "my pin is 2467 or 2468 or 2469",
                "2467 or 2468",
                "0 0 0 2 4 6 8 1",
                "call 12345, then 2468",
                "zero two four six eight")) {
            String offered = offered(many);
            assertTrue(offered != null && !pins.fits("eva", offered), many);
        }
        String offered = offered("2467", "2468", "2469");
        assertTrue(offered != null && !pins.fits("eva", offered), "nor has one turn of many lines more");
        assertEquals("2468", offered("my pin is 2468, yes, 2468"), "once more is not another");
    }

    @Test
    void whatMayBecomeAPinLeavesWordsThatAreNotCompleteYet() {
        for (String partial : List.of("two", "two four", "two four six", "two four six eight")) {
            assertEquals(Pins.MASK, pins.masked(partial, false), partial);
        }
        assertEquals("my code is [pin]", pins.masked("my code is seven", false));
        assertEquals("five lights", pins.masked("five lights", false));
        for (String beside : List.of("two four six eight two", "nine two four six", "nine two four six eight")) {
            String masked = pins.masked(beside, false);
            assertFalse(masked.contains("four") || masked.contains("six"), masked);
        }
    }

    @Test
    void numbersThatAreNoPinStay() {
        for (String plain : List.of(
                "set the volume to three",
                "I am 15",
                "call 246817",
                "order 12468 teas",
                "one, two, many",
                "turn off 2 lights at 12:30")) {
            assertEquals(plain, text(pins, plain, false));
        }
        assertEquals("turn on 2 lights", text(pins, "turn on 2 lights", true), "also while one is awaited");
        assertEquals("my pin is 1111", text(new Pins(Map.of()), "my pin is 1111", true), "nobody has one here");
    }

    /** Whoever reads the words as they are kept learns nothing about the PINs of the house but their length. */
    @Test
    void whatIsHiddenDoesNotDependOnWhichNumberIsThePin() {
        for (String said : List.of(
                "2468",
                "it is 2468",
                "open the door 2468 now",
                "open the door 2.4.6.8 now",
                "2467 or 2468",
                "0 0 0 2 4 6 8",
                "0 0 0 2 4 6 8 1",
                "two",
                "two lights",
                "two four six",
                "24 68 lights",
                "I am Eva, 2468",
                "I was born on 24 June 1968",
                "call 246817")) {
            for (boolean expected : List.of(false, true)) {
                Pins right = new Pins(Map.of("eva", "2468"));
                Pins wrong = new Pins(Map.of("eva", "1357"));
                assertEquals(right.masked(said, expected), wrong.masked(said, expected), said);
                assertEquals(right.confided(said, expected), wrong.confided(said, expected), said);
            }
        }
        assertEquals("[pin]", text(pins, "4711", false));
        assertEquals("open the door [pin] now", text(pins, "open the door 4711 now", false));
        assertEquals("[pin]", text(pins, "0 0 0 2 4 6 8", false), "no part of one stays");
    }

    @Test
    void datesAndTimesStay() {
        for (String when : List.of(
                "I was born on 1 May 1980",
                "I was born on May 1st, 1980",
                "I'm born in 1980",
                "my birthday is 1980-05-01",
                "we eat at 12:30")) {
            assertEquals(when, text(pins, when, false));
        }
        assertEquals("[pin]", text(pins, "1980", false), "alone it may be a PIN");
    }

    @Test
    void aWrongPinLeavesTheWordsToo() {
        assertEquals("I am Eva, [pin]", text(pins, "I am Eva, 1357", false));
        assertEquals("1357", offered("I am Eva, 1357"));
        assertFalse(pins.fits("eva", "1357"));
    }
}
