package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import org.junit.jupiter.api.Test;

/** Random conversations by a clock that moves whenever it is read: their records are honest, and replay says so. */
class MovingTimeTest {
    private static final long MANY = Boolean.getBoolean("parley.long") ? 20_000 : 500;

    @Test
    void replayFindsNothingInAnHonestRecord() {
        for (long seed = 1; seed <= MANY; seed++) {
            Scenario scenario = seed % 3 == 0 ? RandomConversations.hostile(seed) : RandomConversations.of(seed);
            RandomSource random = RandomSource.seeded(seed);
            MemoryJournal journal = new MemoryJournal();
            ScenarioRun.into(scenario, (_, _) -> journal, ports -> MovingTime.around(ports, random));
            Replay replay = new Replay(new Rooms());
            journal.runes().forEach(replay::accept);
            assertTrue(replay.finish(), "seed " + seed + ": " + replay.divergence());
            assertTrue(
                    journal.runes().stream().anyMatch(MovingTimeTest::isBetweenMilliseconds),
                    "seed " + seed + ": no clock has moved");
        }
    }

    private static boolean isBetweenMilliseconds(Rune rune) {
        return rune.envelope().monotonicNanos() % 1_000_000 != 0;
    }
}
