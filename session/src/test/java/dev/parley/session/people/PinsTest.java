package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
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
                String masked = fresh.confided(String.format(around, written), false);
                assertEquals(String.format(around, Pins.MASK), masked);
                List<String> taken = fresh.take(masked);
                assertTrue(taken != null && fresh.fits("eva", taken), written);
            }
        }
        Pins doubled = new Pins(Map.of("eva", "2288"));
        assertEquals("it is [pin]", doubled.confided("it is double two double eight", false));
    }

    @Test
    void aPinInPiecesLeavesEveryPieceAndCountsAsOne() {
        assertEquals("my pin is [pin]", pins.confided("my pin is two four", false));
        assertEquals("uh, [pin]", pins.confided("uh, six eight", false));
        List<String> taken = pins.take("my pin is [pin] uh, [pin]");
        assertTrue(taken != null && pins.fits("eva", taken));
        assertEquals("[pin]", pins.confided("24", true), "the house waits for one");
        assertEquals("and [pin]", pins.confided("and 68", true));
    }

    @Test
    void wordsThatNobodyTakesInLeaveNothingBehind() {
        String waiting = pins.confided("my pin is 2468", false);
        assertEquals("my pin is [pin]", pins.passedOver("my pin is 1357", false));
        List<String> taken = pins.take(waiting);
        assertTrue(taken != null && pins.fits("eva", taken), "who waits is not mistaken for who is passed over");
        assertNull(pins.take("my pin is [pin]"));
    }

    @Test
    void whatMayBecomeAPinLeavesWordsThatAreNotCompleteYet() {
        for (String partial : List.of("two", "two four", "two four six", "two four six eight")) {
            assertEquals(Pins.MASK, pins.masked(partial, false), partial);
        }
        assertEquals("my code is [pin]", pins.masked("my code is seven", false));
        assertEquals("five lights", pins.masked("five lights", false));
        assertNull(pins.take("my code is [pin]"), "only whole words are kept");
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
            assertEquals(plain, pins.confided(plain, false));
        }
        assertEquals("turn on 2 lights", pins.confided("turn on 2 lights", true), "also while one is awaited");
        assertEquals("my pin is 1111", new Pins(Map.of()).confided("my pin is 1111", true), "nobody has one here");
    }

    @Test
    void aWrongPinLeavesTheWordsToo() {
        assertEquals("I am Eva, [pin]", pins.confided("I am Eva, 1357", false));
        List<String> taken = pins.take("I am Eva, [pin]");
        assertTrue(taken != null);
        assertFalse(pins.fits("eva", taken));
    }
}
