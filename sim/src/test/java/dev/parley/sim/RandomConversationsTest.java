package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Thousands of conversations with faults; a failing one is named by its seed. */
class RandomConversationsTest {
    private static final int MANY = Boolean.getBoolean("parley.long") ? 20_000 : 5_000;
    private static final int EVERY = 50;

    private static List<Rune> run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return journal.runes();
    }

    @Test
    void whatIsPromisedHoldsInEveryConversation() {
        for (long seed = 1; seed <= MANY; seed++) {
            Scenario scenario = RandomConversations.of(seed);
            try {
                ConversationProperties.hold(scenario, run(scenario));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameLogAndEveryVerdictIsDerivedAgain() throws Exception {
        for (long seed = 1; seed <= MANY; seed += EVERY) {
            Scenario scenario = RandomConversations.of(seed);
            List<Rune> first = run(scenario);
            assertEquals(ScenarioResult.logHash(first), ScenarioResult.logHash(run(scenario)), "seed " + seed);
            assertNull(Resimulation.of(first).divergence(), "seed " + seed);
            Replay replay = new Replay(new Rooms());
            first.forEach(replay::accept);
            assertNull(replay.divergence(), "seed " + seed);
        }
    }
}
