package dev.parley.pipeline.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.Timers.Timer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
    private static final long MS = 1_000_000L;

    private final TimerWheel wheel = new TimerWheel(0);
    private final List<String> fired = new ArrayList<>();

    @Test
    void firesByTimeThenRankThenTheOrderOfSetting() {
        set(5 * MS, 1, "5 second rank");
        set(5 * MS, 0, "5 first rank");
        set(5 * MS, 1, "5 second rank, later");
        set(3 * MS, 9, "3");
        wheel.advanceTo(10 * MS);
        assertEquals(List.of("3", "5 first rank", "5 second rank", "5 second rank, later"), fired);
        assertEquals(0, wheel.size());
    }

    @Test
    void neverFiresEarlyEvenInsideATick() {
        set(5 * MS + 700_000, 0, "x");
        wheel.advanceTo(5 * MS + 600_000);
        assertEquals(List.of(), fired);
        assertEquals(5 * MS + 700_000, wheel.nextNanos());
        wheel.advanceTo(5 * MS + 700_000);
        assertEquals(List.of("x"), fired);
    }

    @Test
    void oneOfALaterRoundWaitsForItsRound() {
        set(5_000 * MS, 0, "far");
        wheel.advanceTo(5_000 * MS - 1);
        assertEquals(List.of(), fired);
        wheel.advanceTo(5_000 * MS);
        assertEquals(List.of("far"), fired);
    }

    @Test
    void oneThatIsTakenBackDoesNotFireEvenWhenItIsDue() {
        Timer[] second = new Timer[1];
        wheel.at(MS, 0, () -> second[0].cancel());
        second[0] = wheel.at(MS, 1, () -> fired.add("taken back"));
        wheel.advanceTo(MS);
        assertEquals(List.of(), fired);
    }

    @Test
    void oneInThePastFiresNext() {
        wheel.advanceTo(100 * MS);
        set(50 * MS, 0, "late");
        assertEquals(50 * MS, wheel.nextNanos());
        wheel.advanceTo(100 * MS);
        assertEquals(List.of("late"), fired);
    }

    /** The number of the repetition is the seed. */
    @RepeatedTest(200)
    void firesExactlyWhatIsDueInOrderWhateverTheSteps(RepetitionInfo tries) {
        RandomSource random = RandomSource.seeded(tries.getCurrentRepetition());
        TimerWheel random1024 = new TimerWheel(0);
        List<Long> order = new ArrayList<>();
        List<Long> set = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long at = random.nextInt(4_000) * 777_777L;
            set.add(at);
            random1024.at(at, 0, () -> order.add(at));
        }
        long now = 0;
        while (now < 4_000 * 777_777L) {
            long next = random1024.nextNanos();
            now += random.nextInt(300) * MS;
            random1024.advanceTo(now);
            long reached = now;
            long due = set.stream().filter(at -> at <= reached).count();
            assertEquals(due, order.size());
            assertTrue(next >= 0);
        }
        assertEquals(set.stream().sorted().toList(), order.stream().sorted().toList());
    }

    private void set(long at, int rank, String name) {
        wheel.at(at, rank, () -> fired.add(name));
    }
}
