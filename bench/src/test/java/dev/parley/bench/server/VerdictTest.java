package dev.parley.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.bench.server.Verdict.Held;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bench server} says of what it saw. */
class VerdictTest {
    private static Verdict of(Held held, int carried, int echoed) {
        return new Verdict(held, carried, echoed);
    }

    @Test
    void aThousandForTwoMinutesWithinAllLimitsIsWhatIsWanted() {
        Verdict verdict = of(new Held(1_000, 120_000, 0, 249, 49, 1.05, 1), 1_000, 1_500);
        assertTrue(verdict.isMet());
        assertTrue(verdict.text().startsWith("met: 1000 conversations for 120 s"), verdict.text());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 10, 10, 1, 1, 1 errors",
        "0, 251, 10, 1, 1, echo p99 251.00 ms",
        "0, 10, 51, 1, 1, cancel p99 51.00 ms",
        "0, 10, 10, 1.2, 1, live heap 1.20 times",
        "0, 10, 10, 1, 1.2, memory 1.20 times"
    })
    void whatBreaksALimitIsNamed(int errors, double echo, double cancel, double live, double memory, String told) {
        Verdict verdict = of(new Held(1_000, 120_000, errors, echo, cancel, live, memory), 500, 1_500);
        assertFalse(verdict.isMet());
        assertTrue(verdict.text().startsWith("not met: " + told), verdict.text());
    }

    @Test
    void aMachineThatGivesOutEarlierIsMeasuredByItsEcho() {
        Held held = new Held(750, 120_000, 0, 100, 40, 1, 1);
        assertTrue(of(held, 750, 1_250).isMet());
        assertTrue(of(held, 750, 1_250).text().startsWith("met by the share of the echo"));
        assertFalse(of(held, 750, 1_251).isMet());
        assertTrue(of(held, 750, 1_500).text().contains("750 carried of the 1500 that the echo carries, 0.50"));
        assertFalse(of(held, 0, 0).isMet(), "nobody was carried");
    }

    /** A number that was carried for some seconds and not for two minutes is not carried. */
    @Test
    void theShareCountsOnlyWithinTheSameLimits() {
        Verdict verdict = of(new Held(500, 120_000, 1, 2_498, 2_090, 0.64, 1.01), 500, 625);
        assertFalse(verdict.isMet());
        assertTrue(verdict.text().startsWith("not met: 1 errors; echo p99 2498.00 ms"), verdict.text());
        assertFalse(of(new Held(300, 120_000, 0, 10, 10, 1, 1), 500, 625).isMet(), "fewer stayed");
    }

    @Test
    void aQuickRunDecidesNothing() {
        Verdict verdict = of(new Held(100, 12_000, 0, 10, 10, 1, 1), 100, 100);
        assertFalse(verdict.isMet());
        assertEquals(
                "not decided by a quick run; 100 conversations for 12 s: 0 errors, echo p99 10.0 ms, cancel p99 10.0"
                        + " ms, live heap 1.00 and memory 1.00 times what they were; within all limits",
                verdict.text());
    }
}
