package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.session.time.Rank;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    @Test
    void withinOneMillisecondRankDecidesAndThenTheOrderOfSetting() {
        VirtualTime time = new VirtualTime(0);
        List<String> seen = new ArrayList<>();
        for (Rank rank :
                List.of(Rank.COMMIT, Rank.TOOL, Rank.PROVIDER, Rank.TIMER, Rank.USER, Rank.CANCEL, Rank.AUTHORITY)) {
            time.atMs(5, rank, () -> seen.add(rank.name()));
            time.atMs(5, rank, () -> seen.add(rank + " again"));
        }
        time.run();
        List<String> expected = new ArrayList<>();
        for (Rank rank : Rank.values()) {
            expected.add(rank.name());
            expected.add(rank + " again");
        }
        assertEquals(expected, seen);
        assertEquals(5, time.nowMs());
    }

    @Test
    void whatIsTakenBackDoesNotMoveTime() {
        VirtualTime time = new VirtualTime(0);
        time.atMs(9, Rank.TIMER, () -> {}).cancel();
        time.run();
        assertEquals(0, time.nowMs());
    }

    @Test
    void whatIsTakenBackDoesNotLetLaterThingsHappenEarly() {
        VirtualTime time = new VirtualTime(0);
        List<String> seen = new ArrayList<>();
        time.atMs(3, Rank.TIMER, () -> seen.add("taken back")).cancel();
        time.atMs(9, Rank.TIMER, () -> seen.add("later"));
        time.advanceTo(5_000_000);
        assertEquals(List.of(), seen);
        assertEquals(5, time.nowMs());
    }
}
