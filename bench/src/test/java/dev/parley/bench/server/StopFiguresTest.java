package dev.parley.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of stops that took so many milliseconds. */
class StopFiguresTest {
    private static final int STOPS = 200;

    private static void stopped(Tally tally, long ms) {
        for (int stop = 0; stop < STOPS; stop++) {
            Tally.record(tally.cancels, ms * 1_000_000);
        }
    }

    private static StopFigures of(long even, long odd, long attacked) {
        StopFigures figures = new StopFigures();
        stopped(figures.even(), even);
        stopped(figures.odd(), odd);
        stopped(figures.attacked(), attacked);
        return figures;
    }

    @ParameterizedTest
    @CsvSource({"10, 10, 10, true", "10, 10, 29, true", "10, 10, 31, false", "10, 20, 59, true", "10, 10, 1, true"})
    void holdsUpToThreeTimesTheFigureWithoutTheHostileClient(long even, long odd, long attacked, boolean holds) {
        assertEquals(holds, of(even, odd, attacked).holds());
    }

    @ParameterizedTest
    @CsvSource({"10, 999, true", "10, 1011, false"})
    void isAHoldUpFromAHundredTimesTheFigureOn(long quiet, long attacked, boolean none) {
        assertEquals(none, of(quiet, quiet, attacked).isNoHoldUp());
    }

    @ParameterizedTest
    @CsvSource({"10, 10, false", "10, 19, false", "10, 21, true", "21, 10, true"})
    void isDisturbedWhereTheStretchesWithoutItDisagree(long even, long odd, boolean disturbed) {
        assertEquals(disturbed, of(even, odd, 10).isDisturbed());
    }

    @Test
    void judgesAllStretchesAsOneSample() {
        StopFigures figures = of(10, 10, 10);
        Tally slow = new Tally();
        Tally.record(slow.cancels, 500_000_000);
        figures.attacked().add(slow);
        assertEquals(STOPS + 1, figures.attacked().cancels.getTotalCount());
        assertEquals(true, figures.holds(), "one slow stop among two hundred");
        figures.attacked().add(slow);
        figures.attacked().add(slow);
        assertEquals(false, figures.holds(), "more than one of a hundred");
    }
}
