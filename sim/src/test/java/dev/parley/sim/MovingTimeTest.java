package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random conversations by a clock that moves whenever it is read: their records are honest, and replay says so. */
class MovingTimeTest {
    private static final long MANY = Boolean.getBoolean("parley.long") ? 20_000 : 500;

    @Test
    void replayFindsNothingInAnHonestRecord() {
        long followUps = 0;
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
            followUps += followUps(journal.runes());
        }
        assertTrue(followUps > MANY, "turns were decided");
    }

    /** What an input causes happens at its time: a decision and the fact that follows from it are written one after the other. */
    private static int followUps(List<Rune> runes) {
        int found = 0;
        for (int i = 1; i < runes.size(); i++) {
            Rune decision = runes.get(i - 1);
            Rune fact = runes.get(i);
            if (EventCatalogue.is(decision, TurnDecided.class) && EventCatalogue.read(fact) instanceof TurnEvents) {
                found++;
                assertEquals(times(decision), times(fact), fact.kind() + " " + fact.eventId());
            }
        }
        return found;
    }

    private static List<Long> times(Rune rune) {
        return List.of(rune.envelope().monotonicNanos(), rune.envelope().wallMillis());
    }

    private static boolean isBetweenMilliseconds(Rune rune) {
        return rune.envelope().monotonicNanos() % 1_000_000 != 0;
    }
}
